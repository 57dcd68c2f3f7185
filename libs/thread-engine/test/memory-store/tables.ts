import type { BackoffPolicy, SettledAs } from '../../src/index.js';
import type { Queue, QueueSettings } from '@spool/oracle/installation.js';
import { newInstallation } from '@spool/oracle/installation.js';
import type { EndedTask } from '@spool/oracle/observation.js';

/** A live task. It is IN_PROGRESS while a lease names it; `readyAtMs` is null unless it is a candidate. */
export interface TaskRow {
  readonly id: string;
  readonly queue: string;
  readonly threadKey: string | null;
  readonly scheduledAtMs: number;
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly backoff: BackoffPolicy;
  readonly readyAtMs: number | null;
}

/** A living thread. */
export interface ThreadRow {
  readonly key: string;
  readonly frontId: string;
  readonly size: number;
  readonly lastArrivalMs: number | null;
}

/** One row an IN_PROGRESS task; the slot is the primary key. */
export interface LeaseRow {
  readonly slot: string;
  readonly taskId: string;
  readonly token: number;
  readonly startedAtMs: number;
  readonly expiresAtMs: number;
}

/** A task that has left its thread for good. */
export interface EndedRow {
  readonly task: TaskRow;
  readonly state: EndedTask['state'];
  readonly replacedBy: string | null;
}

/** The place in the leases that a task takes: its thread's, or its own if it has none. */
export function slotOf(task: Pick<TaskRow, 'id' | 'threadKey'>): string {
  return task.threadKey ?? `task ${task.id}`;
}

/** All rows of an installation in memory. Rows are never changed in place, so that a copy is cheap. */
export class Tables {
  queues: readonly Queue[] = [];
  tasks = new Map<string, TaskRow>();
  threads = new Map<string, ThreadRow>();
  leases = new Map<string, LeaseRow>();
  ended = new Map<string, EndedRow>();
  /** What each settled token came to, by `id#token`. */
  settlements = new Map<string, SettledAs>();
  nextId = 1;
  nextToken = 1;

  static withQueues(queues: readonly QueueSettings[], firstId: number): Tables {
    const tables = new Tables();
    tables.queues = newInstallation(queues).queues;
    tables.nextId = firstId;
    return tables;
  }

  copy(): Tables {
    const copy = new Tables();
    copy.queues = this.queues;
    copy.tasks = new Map(this.tasks);
    copy.threads = new Map(this.threads);
    copy.leases = new Map(this.leases);
    copy.ended = new Map(this.ended);
    copy.settlements = new Map(this.settlements);
    copy.nextId = this.nextId;
    copy.nextToken = this.nextToken;
    return copy;
  }

  queueNamed(name: string): Queue {
    const found = this.queues.find((queue) => queue.name === name);
    if (found === undefined) throw new Error(`No queue is named ${name}`);
    return found;
  }

  leaseOf(task: TaskRow): LeaseRow | undefined {
    const lease = this.leases.get(slotOf(task));
    return lease?.taskId === task.id ? lease : undefined;
  }

  /** The database's own refusal of a second lease (R1). */
  insertLease(lease: LeaseRow): void {
    if (this.leases.has(lease.slot))
      throw new Error(`Duplicate entry '${lease.slot}' for key 'leases.PRIMARY'`);
    this.leases.set(lease.slot, lease);
  }

  /** Changes a live task's columns. */
  updateTask(id: string, columns: Partial<TaskRow>): void {
    const row = this.tasks.get(id);
    if (row === undefined) throw new Error(`Task ${id} is not live`);
    this.tasks.set(id, { ...row, ...columns });
  }

  /** Inserts a live task with the next id. */
  insertTask(task: Omit<TaskRow, 'id'>): TaskRow {
    const row = { ...task, id: String(this.nextId) };
    this.nextId += 1;
    this.tasks.set(row.id, row);
    return row;
  }

  /** Moves a live task to where ended ones rest. */
  endTask(task: TaskRow, state: EndedTask['state']): void {
    this.tasks.delete(task.id);
    this.ended.set(task.id, { task, state, replacedBy: null });
  }
}
