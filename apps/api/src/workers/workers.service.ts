import { Injectable } from '@nestjs/common';
import type { Page, Worker } from '@spool/contracts';
import { coversQueue, type Caller } from '../platform/caller.js';
import { pageOfRows, readCursor, writeCursor } from '../platform/cursor.js';
import { Database } from '../platform/database/database.js';
import { isoTime } from '../platform/times.js';
import { listQueues } from '../store/queue-store.js';
import { readWorkersSeen } from '../store/worker-store.js';
import { WorkersSeen } from '../store/workers-seen.js';

const anyText = /^[^]{0,400}$/;

/** Looks at the workers that asked for tasks in the last minutes. */
@Injectable()
export class WorkersService {
  constructor(
    private readonly database: Database,
    private readonly seen: WorkersSeen,
  ) {}

  /** A page of workers, by name, on the queues that the caller sees. */
  async list(query: { limit: number; cursor?: string | undefined }, caller: Caller): Promise<Page<Worker>> {
    const scope = { list: 'workers' };
    const after = readCursor(scope, query.cursor, [anyText])?.[0] ?? '';
    await this.seen.flush();
    return await this.database.read(async (sql) => {
      const queues = (await listQueues(sql)).filter(({ name }) => coversQueue(caller, name));
      const names = new Map(queues.map(({ id, name }) => [id, name]));
      const rows = await readWorkersSeen(sql, { queueIds: [...names.keys()], after, limit: query.limit + 1 });
      return pageOfRows(
        rows,
        query.limit,
        ({ workerId, queueIds, lastCallAtMs, leases }) => ({
          workerId,
          queues: queueIds.flatMap((id) => names.get(id) ?? []),
          leases,
          lastCallAt: isoTime(lastCallAtMs),
        }),
        ({ workerId }) => writeCursor(scope, [workerId]),
      );
    });
  }
}
