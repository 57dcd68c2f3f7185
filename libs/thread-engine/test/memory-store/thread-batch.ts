import type { Member, ThreadChange, ThreadPlan, ThreadSnapshot } from '../../src/index.js';
import type { Engine } from './engine.js';
import type { Tables, TaskRow } from './tables.js';

/** A task to be inserted when its thread has been decided. */
export type NewRow = Omit<TaskRow, 'id' | 'readyAtMs'>;

/** What a transaction works on: the rows, and the engine that decides. */
export interface Backing {
  readonly tables: Tables;
  readonly engine: Engine;
}

interface OpenThread {
  readonly snapshot: Pick<ThreadSnapshot, 'inProgress' | 'head' | 'size'>;
  lastArrivalMs: number | null;
  readonly changes: ThreadChange[];
}

/** What a batch came to. */
export interface BatchResult {
  /** The ids of the arrivals, in their order. */
  readonly arrivedIds: readonly string[];
  /** By thread, the member that the engine made a candidate. */
  readonly promoted: ReadonlyMap<string, string>;
}

function byScheduleThenId(left: Member, right: Member): number {
  return left.scheduledAtMs - right.scheduledAtMs || Number(left.id) - Number(right.id);
}

/**
 * One transaction's dealings with threads: *lock* (`open`), *load*, *decide*, *apply* (`settle`). It hands the
 * engine only the small snapshot that it asks for, and decides each thread once for the whole batch.
 */
export class ThreadBatch {
  readonly #open = new Map<string, OpenThread>();
  readonly #arrivals: NewRow[] = [];
  readonly #tables: Tables;
  readonly #engine: Engine;

  constructor({ tables, engine }: Backing) {
    this.#tables = tables;
    this.#engine = engine;
  }

  /** Locks a thread and reads its front, before anything of it is changed. */
  open(key: string | null): void {
    if (key === null || this.#open.has(key)) return;
    const thread = this.#tables.threads.get(key);
    const front = thread === undefined ? undefined : this.#tables.tasks.get(thread.frontId);
    if (thread === undefined || front === undefined) {
      this.#open.set(key, {
        snapshot: { inProgress: null, head: null, size: 0 },
        lastArrivalMs: null,
        changes: [],
      });
      return;
    }
    const member: Member = { id: front.id, scheduledAtMs: front.scheduledAtMs };
    const isLeased = this.#tables.leases.has(key);
    const snapshot = {
      inProgress: isLeased ? member : null,
      head: isLeased ? null : member,
      size: thread.size,
    };
    this.#open.set(key, { snapshot, lastArrivalMs: thread.lastArrivalMs, changes: [] });
  }

  #opened(key: string): OpenThread {
    const opened = this.#open.get(key);
    if (opened === undefined) throw new Error(`Thread ${key} was not locked`);
    return opened;
  }

  /** A member leaves its thread for good. */
  leave(task: TaskRow): void {
    if (task.threadKey !== null) this.#opened(task.threadKey).changes.push({ kind: 'leaves', id: task.id });
  }

  /** A member stands at another time, or is ENQUEUED again; its row is written here. */
  comeBack(task: TaskRow, attempt: number, scheduledAtMs: number, nowMs: number): void {
    this.#tables.updateTask(task.id, { attempt, scheduledAtMs });
    if (task.threadKey !== null) {
      this.#opened(task.threadKey).changes.push({ kind: 'returns', id: task.id, scheduledAtMs });
    } else if (task.readyAtMs === null || task.scheduledAtMs !== scheduledAtMs) {
      this.#tables.updateTask(task.id, { readyAtMs: this.#candidateAtMs(task.queue, scheduledAtMs, nowMs) });
    }
  }

  /** Gives an arrival its time (R4) and notes it for insertion. */
  arrive(row: Omit<NewRow, 'scheduledAtMs'>, requestedAtMs: number | null, nowMs: number): number {
    const opened = row.threadKey === null ? undefined : this.#opened(row.threadKey);
    const lastArrivalMs = opened?.lastArrivalMs ?? null;
    const scheduled = this.#engine.scheduleArrival({ requestedAtMs, nowMs, lastArrivalMs });
    const arrival = this.#arrivals.push({ ...row, scheduledAtMs: scheduled.scheduledAtMs }) - 1;
    if (opened !== undefined) {
      opened.lastArrivalMs = scheduled.lastArrivalMs;
      opened.changes.push({ kind: 'arrives', arrival, scheduledAtMs: scheduled.scheduledAtMs });
    }
    return scheduled.scheduledAtMs;
  }

  #earliestOther(key: string, { snapshot, changes }: OpenThread): ThreadSnapshot['earliestOther'] {
    if (!this.#engine.needsEarliestOther(snapshot, changes)) return 'not-loaded';
    const named = new Set(changes.map((change) => (change.kind === 'arrives' ? '' : change.id)));
    const frontId = (snapshot.inProgress ?? snapshot.head)?.id;
    const others = [...this.#tables.tasks.values()].filter(
      (task) => task.threadKey === key && task.id !== frontId && !named.has(task.id),
    );
    return others.sort(byScheduleThenId)[0] ?? null;
  }

  #candidateAtMs(queue: string, scheduledAtMs: number, nowMs: number): number {
    return this.#engine.candidateAtMs(this.#tables.queueNamed(queue).ordering, scheduledAtMs, nowMs);
  }

  #insertArrivals(nowMs: number): string[] {
    return this.#arrivals.map((row) => {
      const isFree = row.threadKey === null;
      const readyAtMs = isFree ? this.#candidateAtMs(row.queue, row.scheduledAtMs, nowMs) : null;
      return this.#tables.insertTask({ ...row, readyAtMs }).id;
    });
  }

  #apply(key: string, plan: ThreadPlan, arrivedIds: readonly string[], nowMs: number): string | null {
    if (plan.front === null) {
      this.#tables.threads.delete(key);
      return null;
    }
    const idOf = (reference: NonNullable<ThreadPlan['front']>): string =>
      reference.kind === 'member' ? reference.id : (arrivedIds[reference.arrival] ?? '');
    const { lastArrivalMs } = this.#opened(key);
    this.#tables.threads.set(key, { key, frontId: idOf(plan.front), size: plan.size, lastArrivalMs });
    if (plan.demotedId !== null) this.#tables.updateTask(plan.demotedId, { readyAtMs: null });
    if (plan.promoted === null) return null;
    const promotedId = idOf(plan.promoted);
    const queue = this.#tables.tasks.get(promotedId)?.queue ?? '';
    const readyAtMs = this.#candidateAtMs(queue, plan.promoted.scheduledAtMs, nowMs);
    this.#tables.updateTask(promotedId, { readyAtMs });
    return promotedId;
  }

  /** Decides every changed thread and writes what was decided. */
  settle(nowMs: number): BatchResult {
    const changed = [...this.#open].filter(([, opened]) => opened.changes.length > 0);
    const plans = changed.map(([key, opened]) => {
      const snapshot = { ...opened.snapshot, earliestOther: this.#earliestOther(key, opened) };
      return { key, plan: this.#engine.decideThread(snapshot, opened.changes) };
    });
    const arrivedIds = this.#insertArrivals(nowMs);
    const promoted = new Map<string, string>();
    for (const { key, plan } of plans) {
      const promotedId = this.#apply(key, plan, arrivedIds, nowMs);
      if (promotedId !== null) promoted.set(key, promotedId);
    }
    return { arrivedIds, promoted };
  }
}
