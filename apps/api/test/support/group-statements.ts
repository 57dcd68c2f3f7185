import * as journal from '../../src/store/error-group-journal.js';
import { readErrorGroup, readGroupHours, storeGroupStatus } from '../../src/store/error-group-list-store.js';
import { deleteGroupThreads, readGroupThreads, readNewestDead } from '../../src/store/error-group-store.js';
import { pruneGroupHours, pruneGroups } from '../../src/store/retention-store.js';
import { threadKeyOf } from '../../src/store/thread-key.js';
import { findUngrouped, lockUngrouped, updateGroupById } from '../../src/store/ungrouped-store.js';
import type { HotUse } from './hot-statements.js';

const ids = ['1', '2', '3'];
const group = '0000000000000001';
const keys = [threadKeyOf(0, 'thread-0'), threadKeyOf(0, 'thread-1')];
const groupThreads = keys.map((threadKey) => ({ group, threadKey }));
const taken = JSON.stringify([{ id: '1000001', died: '2026-11-30 00:00:00.000', step: 1 }]);

const byKey = (run: HotUse['run']): HotUse => ({ run, indexes: ['PRIMARY'], rowsLookedAt: 40 });

/** What the groups of dead tasks read and change by key. */
export const groupUsesByKey: Readonly<Record<string, HotUse>> = {
  noteDeaths: byKey((sql) => journal.noteDeaths(sql, ids)),
  noteReturns: byKey((sql) => journal.noteReturns(sql, ids)),
  noteRemovals: byKey((sql) => journal.noteRemovals(sql, ids)),
  deleteGroupChanges: byKey((sql) => sql.change(journal.deleteChanges, [taken])),
  readGroupThreads: byKey((sql) => readGroupThreads(sql, groupThreads)),
  deleteGroupThreads: byKey((sql) =>
    sql.change(deleteGroupThreads, [JSON.stringify([{ grp: group, thread: keys[0] }])]),
  ),
  readErrorGroup: byKey((sql) => readErrorGroup(sql, group)),
  readGroupHours: byKey((sql) => readGroupHours(sql, [group], Date.now() - 86_400_000)),
  storeGroupStatus: byKey((sql) => storeGroupStatus(sql, group, { isResolved: true, note: 'Fixed' })),
  lockUngrouped: byKey((sql) => lockUngrouped(sql, ids)),
  groupDead: byKey((sql) => sql.change(updateGroupById, [JSON.stringify([{ id: '1', grp: group }])])),
};

/** What they walk from an end of an index. */
export const groupUsesInOrder: Readonly<Record<string, HotUse>> = {
  hasGroupChanges: { run: journal.hasGroupChanges, indexes: ['PRIMARY'], rowsLookedAt: 10 },
  lockGroupChanges: {
    run: (sql) => sql.rows(journal.lockChanges, [20]),
    indexes: ['PRIMARY'],
    rowsLookedAt: 40,
  },
  readNewestDead: {
    run: (sql) => readNewestDead(sql, [group]),
    indexes: ['dead_tasks_by_group'],
    rowsLookedAt: 20,
  },
  findUngrouped: {
    run: (sql) => findUngrouped(sql, 20),
    indexes: ['dead_tasks_by_group'],
    rowsLookedAt: 40,
  },
  pruneGroupHours: {
    run: (sql) => pruneGroupHours(sql, 20),
    indexes: ['error_group_hours_by_age'],
    rowsLookedAt: 60,
  },
  pruneGroups: { run: (sql) => pruneGroups(sql, 20), indexes: ['error_groups_by_size'], rowsLookedAt: 60 },
};
