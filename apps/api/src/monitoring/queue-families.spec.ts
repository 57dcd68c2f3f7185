import { describe, expect, it } from '@jest/globals';
import type { QueueNumbers } from '../store/installation-numbers-store.js';
import { Traffic } from '../store/traffic.js';
import { writeFamilies } from './exposition.js';
import { installationFamilies, replicaFamilies } from './queue-families.js';
import { groupQueues } from './queue-groups.js';

const aQueue = (id: number, changes: Partial<QueueNumbers> = {}): QueueNumbers => ({
  id,
  name: `queue-${id}`,
  isPaused: false,
  tasks: { ready: id, scheduled: 0, backoff: 0, waiting: 0, in_progress: 0, dead: 0, completed: 0 },
  oldestReadyAgeMs: id * 1_000,
  heldThreadMs: 0,
  workers: 1,
  ...changes,
});

const linesOf = (text: string, name: string): string[] =>
  text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name}_`));

describe('Metrics of queues', () => {
  const queues = [aQueue(1), aQueue(2, { isPaused: true }), aQueue(3)];
  const groups = groupQueues(queues, 1);
  const text = writeFamilies(installationFamilies({ queues, schemaVersion: 7 }, groups));

  it('have a series for as many queues as allowed, and add up the rest in one', () => {
    expect(linesOf(text, 'spool_queue_tasks').filter((line) => line.includes('"ready"'))).toEqual([
      'spool_queue_tasks{queue="queue-1",phase="ready"} 1',
      'spool_queue_tasks{queue="(other)",phase="ready"} 5',
    ]);
    expect(linesOf(text, 'spool_queue_workers')).toEqual([
      'spool_queue_workers{queue="queue-1"} 1',
      'spool_queue_workers{queue="(other)"} 2',
    ]);
  });

  it('take the highest age of those together', () => {
    expect(linesOf(text, 'spool_queue_oldest_ready_age_seconds')[1]).toBe(
      'spool_queue_oldest_ready_age_seconds{queue="(other)"} 3',
    );
  });

  it('have no series together while all have their own', () => {
    expect(groupQueues(queues, 3).map(({ label }) => label)).toEqual(['queue-1', 'queue-2', 'queue-3']);
  });

  it('have what happened in buckets that include those below them', () => {
    const happened = new Traffic();
    happened.addDuration(1, 'wait', 5);
    happened.addDuration(1, 'wait', 20);
    happened.addDuration(1, 'wait', 1e12);
    happened.addDuration(9, 'wait', 5);
    const waits = linesOf(writeFamilies(replicaFamilies(happened, groups)), 'spool_task_wait_seconds');
    expect(waits.slice(0, 3)).toEqual([
      'spool_task_wait_seconds_bucket{queue="queue-1",le="0.01"} 1',
      'spool_task_wait_seconds_bucket{queue="queue-1",le="0.03"} 2',
      'spool_task_wait_seconds_bucket{queue="queue-1",le="0.1"} 2',
    ]);
    expect(waits).toContain('spool_task_wait_seconds_bucket{queue="queue-1",le="+Inf"} 3');
    expect(waits).toContain('spool_task_wait_seconds_count{queue="queue-1"} 3');
    expect(waits).toContain('spool_task_wait_seconds_sum{queue="queue-1"} 1000000000.025');
    expect(waits).toContain('spool_task_wait_seconds_count{queue="(other)"} 0');
  });
});
