import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { hasGroupChanges } from './error-group-journal.js';
import { foldErrorGroups } from './transitions/fold-error-groups.js';

const changesAtOnce = 1_000;
/** What one call does before it answers; the rest is left to the scheduled job. */
const foldsACall = 10;

/** Brings the groups of dead tasks up to date with the deaths and removals that were committed so far. */
@Injectable()
export class ErrorGroupFolding {
  constructor(private readonly database: Database) {}

  /** Counts up to 10,000 changes; with nothing to count it costs one look. Tells how many it counted. */
  async catchUp(): Promise<number> {
    let counted = 0;
    for (let fold = 0; fold < foldsACall; fold += 1) {
      if (!(await this.database.read(hasGroupChanges))) return counted;
      counted += await this.database.write((sql) => foldErrorGroups(sql, changesAtOnce));
    }
    return counted;
  }
}
