import { describe, expect, it } from '@jest/globals';
import type { DeadTask, TaskSummary } from '@spool/contracts';
import { rowsOfLine, type LineRow } from './line-places.js';

const nowMs = Date.parse('2026-11-30T10:00:00.000Z');
const past = '2026-11-30T09:59:00.000Z';
const future = '2026-11-30T10:01:00.000Z';

const task = (id: string, scheduledAt: string): TaskSummary => ({
  id,
  queue: 'orders',
  threadId: 'customer-7',
  type: null,
  state: 'ENQUEUED',
  phase: 'waiting',
  attempt: 0,
  maxAttempts: 5,
  scheduledAt,
  enqueuedAt: past,
});
const member = (id: string, scheduledAt: string) => ({ key: id, member: task(id, scheduledAt) });
const hidden = { key: 'hidden 1', member: { hidden: true } } as const;
const dead = (id: string): DeadTask => ({
  ...task(id, past),
  state: 'DEAD',
  diedAt: past,
  error: { type: null, message: 'no' },
  group: '0'.repeat(16),
});

const shortly = (rows: readonly LineRow[]) =>
  rows.map((row) => ('place' in row ? `${row.place} ${row.key}` : row.key));

describe('the line of a thread', () => {
  it('R9: has the dead where a restart would put them: behind who is due, before who is not', () => {
    const members = [member('5', past), hidden, member('3', future)];

    const rows = rowsOfLine(members, [dead('20'), dead('9')], { nowMs, isComplete: true });

    expect(shortly(rows)).toEqual(['1 5', '2 hidden 1', 'dead 9', 'dead 20', '3 3']);
  });

  it('has them at the end when everybody is due', () => {
    expect(shortly(rowsOfLine([member('5', past)], [dead('9')], { nowMs, isComplete: true }))).toEqual([
      '1 5',
      'dead 9',
    ]);
  });

  it('leaves them out while nobody knows where those who are due end', () => {
    expect(shortly(rowsOfLine([member('5', past)], [dead('9')], { nowMs, isComplete: false }))).toEqual([
      '1 5',
    ]);
  });
});
