/** How long a failed task waits: the same each time, or `factor` times longer after each attempt, up to `maxMs`. */
export interface Backoff {
  type: 'fixed' | 'exponential';
  initialMs: number;
  factor: number;
  maxMs: number;
}

/** Where a dead task goes: it rests in the DLQ, is enqueued elsewhere, or is dropped. */
export type DeadLetter = { mode: 'retain' } | { mode: 'forward'; queue: string } | { mode: 'discard' };

/** A queue and its policy. `maxRunMs` 0 means that a lease may be extended for ever. */
export interface Queue {
  name: string;
  paused: boolean;
  maxAttempts: number;
  backoff: Backoff;
  keepaliveTimeoutMs: number;
  maxRunMs: number;
  deadLetter: DeadLetter;
  ordering: 'scheduled' | 'fair';
  threadScope: 'installation' | 'queue';
}

/** Everything that can have become of a task; what was deleted or discarded stays in the model as a memory. */
export type TaskState =
  'ENQUEUED' | 'IN_PROGRESS' | 'COMPLETED' | 'DEAD' | 'RESTARTED' | 'FORWARDED' | 'DELETED' | 'DISCARDED';

/** A worker's hold on a task. */
export interface Lease {
  token: number;
  workerId: string;
  startedAtMs: number;
  expiresAtMs: number;
}

/** What a worker's complete or fail came to. */
export interface Settlement {
  token: number;
  outcome: 'completed' | 'retrying' | 'dead';
}

/** One unit of work, from its arrival to long after its end. */
export interface Task {
  id: number;
  queue: string;
  /** The thread's name with its scope, or null for a free task. */
  thread: string | null;
  state: TaskState;
  scheduledAtMs: number;
  /** Its place in its queue's line: `scheduledAtMs`, but in a fair queue not before it became a candidate. */
  lineAtMs: number;
  attempt: number;
  maxAttempts: number;
  backoff: Backoff;
  lease: Lease | null;
  /** What its workers' own words came to, by the token that brought them; a lapse is nobody's word. */
  settlements: readonly Settlement[];
  failures: readonly { attempt: number; errorType: string }[];
  restartedFrom: number | null;
  forwardedFrom: number | null;
  /** The task that a RESTARTED or FORWARDED one lives on as. */
  replacedBy: number | null;
}

/** The largest time given to an arrival without an explicit one, for each thread that exists (R4). */
export interface LastArrival {
  thread: string;
  atMs: number;
}

/** A whole installation as one plain value. */
export interface Installation {
  queues: Queue[];
  tasks: Task[];
  lastArrivals: LastArrival[];
  nextId: number;
  nextToken: number;
}

/** A queue's name and what differs from the defaults. */
export type QueueSettings = Partial<Queue> & { name: string };

/** An installation with these queues and no task. Tokens are given from 1 on, ids from `firstId`. */
export function newInstallation(queues: readonly QueueSettings[], firstId = 1): Installation {
  const defaults = {
    paused: false,
    maxAttempts: 5,
    backoff: { type: 'exponential', initialMs: 1_000, factor: 2, maxMs: 3_600_000 },
    keepaliveTimeoutMs: 30_000,
    maxRunMs: 0,
    deadLetter: { mode: 'retain' },
    ordering: 'scheduled',
    threadScope: 'installation',
  } satisfies Omit<Queue, 'name'>;
  return {
    queues: queues.map((queue) => ({ ...defaults, ...queue })),
    tasks: [],
    lastArrivals: [],
    nextId: firstId,
    nextToken: 1,
  };
}

/** A copy that can be changed without changing the original. */
export function copyInstallation(installation: Installation): Installation {
  return {
    ...installation,
    queues: installation.queues.map((queue) => ({ ...queue })),
    tasks: installation.tasks.map((task) => ({
      ...task,
      lease: task.lease === null ? null : { ...task.lease },
    })),
    lastArrivals: installation.lastArrivals.map((arrival) => ({ ...arrival })),
  };
}

/** The queue of this name. Scenarios name only queues that exist: anything else throws. */
export function queueNamed(installation: Installation, name: string): Queue {
  const found = installation.queues.find((queue) => queue.name === name);
  if (found === undefined) throw new Error(`The model has no queue named ${name}`);
  return found;
}

/** The task with this id if anyone may still see it: a deleted or discarded one is not found. */
export function visibleTask(installation: Installation, id: number): Task | undefined {
  return installation.tasks.find(
    (task) => task.id === id && task.state !== 'DELETED' && task.state !== 'DISCARDED',
  );
}
