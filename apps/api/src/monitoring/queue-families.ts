import type { InstallationNumbers, QueueNumbers } from '../store/installation-numbers-store.js';
import { upperBoundsMs } from '../store/latency-histogram.js';
import type { Measured, QueueTraffic, Traffic } from '../store/traffic.js';
import type { Family, Line } from './exposition.js';
import type { QueueGroup } from './queue-groups.js';

const sumOf = ({ queues }: QueueGroup, read: (queue: QueueNumbers) => number): number =>
  queues.reduce((sum, queue) => sum + read(queue), 0);
const mostOf = ({ queues }: QueueGroup, read: (queue: QueueNumbers) => number): number =>
  queues.reduce((most, queue) => Math.max(most, read(queue)), 0);

const gauge = (
  name: string,
  help: string,
  groups: readonly QueueGroup[],
  read: (group: QueueGroup) => number,
): Family => ({
  name,
  help,
  type: 'gauge',
  lines: groups.map((group) => ({ labels: { queue: group.label }, value: read(group) })),
});

const phases = ['ready', 'scheduled', 'backoff', 'waiting', 'in_progress', 'dead', 'completed'] as const;

/** What the database knows of queues: the same on every replica. */
export const installationFamilies = (
  numbers: InstallationNumbers | null,
  groups: readonly QueueGroup[],
): Family[] => [
  {
    name: 'spool_schema_version',
    help: 'The last migration of the database.',
    type: 'gauge',
    lines: numbers === null ? [] : [{ labels: {}, value: numbers.schemaVersion }],
  },
  {
    name: 'spool_queue_tasks',
    help: 'Tasks of a queue, by where they are.',
    type: 'gauge',
    lines: groups.flatMap((group) =>
      phases.map((phase) => ({
        labels: { queue: group.label, phase },
        value: sumOf(group, ({ tasks }) => tasks[phase]),
      })),
    ),
  },
  gauge(
    'spool_queue_oldest_ready_age_seconds',
    'For how long the oldest ready task has been due; 0 while nothing is ready.',
    groups,
    (group) => mostOf(group, ({ oldestReadyAgeMs }) => oldestReadyAgeMs) / 1_000,
  ),
  gauge(
    'spool_queue_held_thread_age_seconds',
    'For how long the longest-running task that others of its thread wait behind has run; 0 for none.',
    groups,
    (group) => mostOf(group, ({ heldThreadMs }) => heldThreadMs) / 1_000,
  ),
  gauge(
    'spool_queue_workers',
    'Workers that asked for tasks of a queue in the last five minutes.',
    groups,
    (group) => sumOf(group, ({ workers }) => workers),
  ),
  gauge('spool_queue_paused', 'Whether a queue is paused: 1 or 0.', groups, (group) =>
    sumOf(group, ({ isPaused }) => (isPaused ? 1 : 0)),
  ),
];

interface TrafficOfGroup {
  readonly label: string;
  readonly traffic: QueueTraffic;
}

const counter = (
  name: string,
  help: string,
  groups: readonly TrafficOfGroup[],
  read: (traffic: QueueTraffic) => number,
): Family => ({
  name,
  help,
  type: 'counter',
  lines: groups.map(({ label, traffic }) => ({ labels: { queue: label }, value: read(traffic) })),
});

const countOf = (traffic: QueueTraffic, measured: Measured): number =>
  traffic[measured].reduce((sum, count) => sum + count, 0);

const histogramLines = ({ label, traffic }: TrafficOfGroup, measured: Measured): Line[] => {
  let below = 0;
  const buckets = [...upperBoundsMs, Infinity].map((boundMs, bucket): Line => {
    below += traffic[measured][bucket] ?? 0;
    const le = boundMs === Infinity ? '+Inf' : String(boundMs / 1_000);
    return { suffix: '_bucket', labels: { queue: label, le }, value: below };
  });
  const labels = { queue: label };
  return [
    ...buckets,
    { suffix: '_sum', labels, value: traffic.sumMs[measured] / 1_000 },
    { suffix: '_count', labels, value: below },
  ];
};

/** What this replica did in queues since it started. */
export const replicaFamilies = (happened: Traffic, queueGroups: readonly QueueGroup[]): Family[] => {
  const groups = queueGroups.map(({ label, queues }) => ({
    label,
    traffic: happened.total(queues.map(({ id }) => id)),
  }));
  const histogram = (name: string, help: string, measured: Measured): Family => ({
    name,
    help,
    type: 'histogram',
    lines: groups.flatMap((group) => histogramLines(group, measured)),
  });
  return [
    counter('spool_tasks_enqueued_total', 'Tasks taken in.', groups, ({ counts }) => counts.enqueued),
    counter('spool_tasks_dequeued_total', 'Tasks given to workers.', groups, (traffic) =>
      countOf(traffic, 'wait'),
    ),
    counter('spool_tasks_completed_total', 'Tasks completed.', groups, ({ counts }) => counts.completed),
    counter(
      'spool_tasks_retried_total',
      'Attempts that failed and are tried again.',
      groups,
      ({ counts }) => counts.failed - counts.died,
    ),
    counter(
      'spool_tasks_died_total',
      'Tasks whose last attempt failed.',
      groups,
      ({ counts }) => counts.died,
    ),
    counter(
      'spool_lease_lapses_total',
      'Attempts that failed since their worker fell silent.',
      groups,
      ({ counts }) => counts.lapsed,
    ),
    histogram(
      'spool_task_wait_seconds',
      'Time from when a task was due (for a retry, from the end of its backoff) to a worker’s hands.',
      'wait',
    ),
    histogram('spool_task_run_seconds', 'Time that an attempt was in a worker’s hands.', 'run'),
  ];
};
