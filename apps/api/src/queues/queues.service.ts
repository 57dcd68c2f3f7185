import { Injectable } from '@nestjs/common';
import type { Page, Queue, QueueConfiguration, QueuePatch } from '@spool/contracts';
import type { Act } from '../platform/act.js';
import { coversQueue, type Caller } from '../platform/caller.js';
import { pageOfRows, readCursor, writeCursor } from '../platform/cursor.js';
import { Database } from '../platform/database/database.js';
import { queueNotFound, SpoolError } from '../platform/spool-error.js';
import { recordAct } from '../store/audit-log-store.js';
import { removeCounters } from '../store/counter-store.js';
import { Doorbell } from '../store/doorbell.js';
import {
  findQueue,
  hasTasks,
  listQueues,
  lockAllQueues,
  lockQueue,
  removeQueue,
  storePaused,
  type QueueRecord,
} from '../store/queue-store.js';
import { mergeConfiguration } from './configuration-patch.js';
import { checkForwarding, checkNobodyForwardsTo } from './forwarding.js';
import { checkPrecondition, type Precondition } from './preconditions.js';
import { queueAnswer } from './queue-answer.js';
import { QueueCountsService } from './queue-counts.service.js';
import { insertQueue, readAgain, recordConfiguration, replaceConfiguration } from './stored-configuration.js';

/** A list's position is the name of the queue last shown. */
const nameInCursor = /^[A-Za-z0-9._-]{1,100}$/;

/** By whom a configuration is changed, and what must hold before it is. */
export interface ConfigurationChange {
  readonly precondition: Precondition;
  readonly act: Act;
}

/** Whether a queue is held, and why. */
export interface Hold {
  readonly paused: boolean;
  readonly reason: string | null;
}

/** Queues: their configuration, their counts, whether they are held. */
@Injectable()
export class QueuesService {
  constructor(
    private readonly database: Database,
    private readonly counts: QueueCountsService,
    private readonly doorbell: Doorbell,
  ) {}

  /** Creates a queue or replaces its configuration. Throws `precondition_failed`, `validation_failed`, `conflict`. */
  async put(
    name: string,
    configuration: QueueConfiguration,
    { precondition, act }: ConfigurationChange,
  ): Promise<{ queue: Queue; isNew: boolean }> {
    const { record, isNew } = await this.database.write(async (sql) => {
      const queues = await lockAllQueues(sql);
      const current = queues.find((queue) => queue.name === name) ?? null;
      checkPrecondition(precondition, current?.version ?? null);
      checkForwarding(name, configuration, queues, act.caller);
      if (current === null) await insertQueue(sql, name, configuration);
      else await replaceConfiguration(sql, current, configuration);
      recordConfiguration(sql, act, { name, before: current, configuration });
      return { record: await readAgain(sql, name), isNew: current === null };
    });
    return { queue: await this.answer(record), isNew };
  }

  /** Changes a part of a configuration. Throws `queue_not_found`, `precondition_failed`, `validation_failed`, `conflict`. */
  async patch(name: string, patch: QueuePatch, { precondition, act }: ConfigurationChange): Promise<Queue> {
    const record = await this.database.write(async (sql) => {
      const queues = await lockAllQueues(sql);
      const current = queues.find((queue) => queue.name === name);
      if (current === undefined) throw queueNotFound(name);
      checkPrecondition(precondition, current.version);
      const configuration = mergeConfiguration(current.configuration, patch);
      checkForwarding(name, configuration, queues, act.caller);
      await replaceConfiguration(sql, current, configuration);
      recordConfiguration(sql, act, { name, before: current, configuration });
      return await readAgain(sql, name);
    });
    return await this.answer(record);
  }

  /** Holds a queue, or lets it go on; a caller that sees the answer sees no later dequeue of a held queue (R14). */
  async setPaused(name: string, { paused, reason }: Hold, act: Act): Promise<Queue> {
    const record = await this.database.write(async (sql) => {
      const current = await lockQueue(sql, name);
      if (current === null) throw queueNotFound(name);
      await storePaused(sql, current.id, paused, reason);
      recordAct(sql, act, {
        target: { type: 'queue', id: name },
        queue: name,
        reason,
        before: { paused: current.isPaused, reason: current.pauseReason },
        after: { paused, reason },
      });
      return await readAgain(sql, name);
    });
    if (!paused) this.doorbell.ring([{ queueId: record.id, readyAtMs: 0 }]);
    return await this.answer(record);
  }

  /** Deletes a queue without live or dead tasks. Throws `queue_not_found`, `queue_not_empty`, `conflict`. */
  async delete(name: string, act: Act): Promise<void> {
    await this.database.write(async (sql) => {
      const queues = await lockAllQueues(sql);
      const current = queues.find((queue) => queue.name === name);
      if (current === undefined) throw queueNotFound(name);
      checkNobodyForwardsTo(name, queues, act.caller);
      if (await hasTasks(sql, current.id)) {
        throw new SpoolError(
          'queue_not_empty',
          `Queue "${name}" has live or dead tasks: work or delete them first.`,
        );
      }
      await removeQueue(sql, current.id);
      await removeCounters(sql, current.id);
      recordConfiguration(sql, act, { name, before: current, configuration: null });
    });
  }

  /** A queue with its counts. Throws `queue_not_found`. */
  async get(name: string): Promise<Queue> {
    const record = await this.database.read((sql) => findQueue(sql, name));
    if (record === null) throw queueNotFound(name);
    return await this.answer(record);
  }

  /** The queues that the caller sees, by name. */
  async list(query: { limit: number; cursor?: string | undefined }, caller: Caller): Promise<Page<Queue>> {
    const after = readCursor({ list: 'queues' }, query.cursor, [nameInCursor])?.[0] ?? '';
    const all = await this.database.read((sql) => listQueues(sql));
    const seen = all.filter(({ name }) => name > after && coversQueue(caller, name));
    const page = seen.slice(0, query.limit);
    const counted = await this.counts.count(page.map(({ id }) => id));
    return pageOfRows(
      seen,
      query.limit,
      (queue) => queueAnswer(queue, counted.get(queue.id)),
      ({ name }) => writeCursor({ list: 'queues' }, [name]),
    );
  }

  private async answer(record: QueueRecord): Promise<Queue> {
    const counted = await this.counts.count([record.id]);
    return queueAnswer(record, counted.get(record.id));
  }
}
