/** A thread, or a task without one, whose rows contradict each other: named by the slot of its lease. */
export interface SuspectLine {
  readonly kind: 'line';
  readonly slot: string;
  /** Tasks that gave it away. */
  readonly taskIds: readonly string[];
}

/** A queue whose counters differ from its tables. */
export interface SuspectCounters {
  readonly kind: 'counters';
  readonly queueId: number;
}

/** Something seen without a lock that looks wrong: by the time it is locked it may be right. */
export type Suspect = SuspectLine | SuspectCounters;

/** What a repair mended: only outside hands or a fault in the engine bring these about. */
export const repairKinds = [
  /** A task that may be dequeued although its thread, or itself, is leased. */
  'leased_candidate',
  /** A second member of a thread that may be dequeued. */
  'second_candidate',
  /** Another member than the head may be dequeued. */
  'wrong_head',
  /** Nobody in a thread may be dequeued although nobody runs. */
  'stalled_thread',
  /** A task without a thread that is neither leased nor may be dequeued. */
  'stalled_task',
  /** A thread's row names another front. */
  'wrong_front',
  'wrong_size',
  /** A thread without members (R10). */
  'empty_thread',
  /** Members without their thread's row. */
  'missing_thread',
  /** A lease whose task is not live, or belongs into another slot. */
  'stray_lease',
  'wrong_counters',
] as const;

/** What a repair mended. */
export type RepairKind = (typeof repairKinds)[number];
