import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { readChangeSnapshot } from '../store/change-store.js';
import { ErrorGroupFolding } from '../store/error-group-folding.js';
import { ChangeFeed } from './change-feed.js';
import type { Changes } from './changes.js';
import { EventLog } from './event-log.js';

/** Notices what changed, on whichever replica it was done, by looking at a few small tables. */
@Injectable()
export class ChangeWatch {
  private readonly feed = new ChangeFeed();
  private readonly log = new EventLog(randomBytes(8).toString('hex'));

  constructor(
    private readonly database: Database,
    private readonly folding: ErrorGroupFolding,
  ) {}

  /** The id of the latest event. */
  get lastId(): string {
    return this.log.lastId;
  }

  /** Makes sure that a later look notices whatever changes from now on. */
  async prepare(): Promise<void> {
    if (!this.feed.hasBaseline) await this.look();
  }

  /** What changed since the last look. */
  async look(): Promise<Changes> {
    await this.folding.catchUp();
    const changes = this.feed.advance(await this.database.read(readChangeSnapshot));
    if (changes.size > 0) this.log.add(changes);
    return changes;
  }

  /** All that changed after an event; null when that cannot be told. */
  since(id: string): Changes | null {
    return this.log.since(id);
  }
}
