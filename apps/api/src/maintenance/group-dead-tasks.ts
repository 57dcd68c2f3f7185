import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import type { Sql } from '../platform/database/sql.js';
import { ErrorGroupFolding } from '../store/error-group-folding.js';
import { fingerprintOf } from '../store/error-fingerprint.js';
import { findUngrouped, groupDead, lockUngrouped } from '../store/ungrouped-store.js';
import type { Job } from './job.js';

/** Few: each may bring 40 KiB of text. */
const tasksAtOnce = 100;

/** Counts deaths and removals in the groups of dead tasks, and gives a group to those who died before there were any. */
@Injectable()
export class GroupDeadTasks implements Job {
  readonly name = 'group-dead-tasks';

  constructor(
    private readonly database: Database,
    private readonly folding: ErrorGroupFolding,
  ) {}

  /** Does what there is to do; tells how many tasks got a group. */
  async run(): Promise<number> {
    let grouped = 0;
    for (;;) {
      const ids = await this.database.read((sql) => findUngrouped(sql, tasksAtOnce));
      if (ids.length > 0) grouped += await this.database.write((sql) => groupTogether(sql, ids));
      const counted = await this.folding.catchUp();
      if (ids.length < tasksAtOnce && counted === 0) return grouped;
    }
  }
}

const groupTogether = async (sql: Sql, ids: readonly string[]): Promise<number> => {
  const ungrouped = await lockUngrouped(sql, ids);
  await groupDead(
    sql,
    ungrouped.map(({ id, ...traits }) => ({ id, group: fingerprintOf(traits) })),
  );
  return ungrouped.length;
};
