import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import type { Sql } from '../platform/database/sql.js';
import { CONFIG, type Config } from '../platform/config/config.js';
import { pruneAudit } from '../store/audit-log-store.js';
import { pruneDedupKeys } from '../store/dedup-key-store.js';
import { pruneOperations } from '../store/operation-retention-store.js';
import { pruneGroupHours, pruneGroups, pruneMarks } from '../store/retention-store.js';
import { pruneSignInAttempts } from '../store/sign-in-attempt-store.js';
import { pruneStatistics } from '../store/statistics-store.js';
import { pruneWorkers } from '../store/worker-store.js';
import type { Job } from './job.js';

const rowsAtOnce = 1_000;

/** Deletes what only a while needs: closed windows of dedup keys, marks, workers long unseen, groups long empty, old operations, statistics, failed sign-ins, and the audit log past its retention. */
@Injectable()
export class PruneTraces implements Job {
  readonly name = 'prune-traces';

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Prunes everything that is due; returns how many rows. */
  async run(): Promise<number> {
    let pruned = 0;
    for (const prune of [
      pruneDedupKeys,
      pruneMarks,
      pruneWorkers,
      pruneGroupHours,
      pruneGroups,
      pruneOperations,
      pruneStatistics,
      pruneSignInAttempts,
      (sql: Sql, limit: number) => pruneAudit(sql, this.config.auditRetentionDays, limit),
    ])
      pruned += await this.pruneAll(prune);
    return pruned;
  }

  private async pruneAll(prune: (sql: Sql, limit: number) => Promise<number>): Promise<number> {
    let pruned = 0;
    for (;;) {
      const rows = await this.database.write((sql) => prune(sql, rowsAtOnce));
      pruned += rows;
      if (rows < rowsAtOnce) return pruned;
    }
  }
}
