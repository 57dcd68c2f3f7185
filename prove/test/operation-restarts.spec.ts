import { describe, expect, it } from '@jest/globals';
import type { TaskSummary } from '@spool/contracts';
import { restartsByOperations } from '../src/checker/operation-restarts.js';
import type { Entry } from '../src/history/entry.js';

const atMs = (timeMs: number): string => new Date(timeMs).toISOString();

const restarted = (id: number, restartedFrom: number): TaskSummary => ({
  id: String(id),
  queue: 'q',
  threadId: null,
  type: null,
  state: 'ENQUEUED',
  phase: 'ready',
  attempt: 0,
  maxAttempts: 3,
  scheduledAt: atMs(10_000),
  enqueuedAt: atMs(10_000),
  restartedFrom: String(restartedFrom),
});

const restart = (id: number, newId: number | null): Entry => ({
  number: 1,
  client: 'operator-1',
  replica: 0,
  askedAtMs: 9_990,
  endedAtMs: 10_010,
  asked: { queue: null, sent: [], items: [{ verb: 'restart', id }], demand: null, hold: null },
  fate: newId === null ? 'unknown' : 'answered',
  answer: newId === null ? null : { admitted: [], results: [{ status: 'ok', newId }], taken: [] },
  reason: null,
});

describe('What operations restarted', () => {
  it('is an entry for each task that no client may have restarted itself', () => {
    const clients = [restart(1, 11), restart(2, null)];
    const listed = [restarted(11, 1), restarted(12, 2), restarted(13, 3)];
    const { entries, findings } = restartsByOperations(clients, [9_000], listed);
    expect(findings).toEqual([]);
    expect(entries.map(({ asked, answer }) => [asked.items[0]?.id, answer?.results[0]?.newId])).toEqual([
      [3, 13],
    ]);
  });

  it('R9: is wrong when a task lives on twice', () => {
    const { findings } = restartsByOperations([], [9_000], [restarted(11, 1), restarted(12, 1)]);
    expect(findings).toEqual([{ rule: 'R9', text: 'task 1 was restarted as 11 and as 12' }]);
  });

  it('R9: is wrong when nobody had asked for it', () => {
    const { entries, findings } = restartsByOperations([], [11_000], [restarted(11, 1)]);
    expect(entries).toEqual([]);
    expect(findings).toEqual([{ rule: 'R9', text: 'nobody asked for the restart of task 1 as 11' }]);
  });
});
