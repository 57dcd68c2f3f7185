import { setTimeout as pause } from 'node:timers/promises';
import type { LeasedTask } from '@spool/contracts';
import type { TaskCalls } from './task-calls.js';

const batchSize = 20;
const threads = 40;
const largestBacklog = 500;
const tasksAtOnce = 10;
/** One call in so many takes tasks for the shortest time and lets them lapse. */
const careless = 25;
const shortestTimeoutMs = 1_000;

interface Result {
  readonly id: string;
  readonly status: string;
  readonly code?: string;
}

/** A whole number below `bound`, by chance. */
const anyBelow = (bound: number): number => Math.floor(Math.random() * bound);

/** Half without a thread; of those with one, some that displace whoever is the head. */
const anyTask = () => ({
  ...(anyBelow(2) === 0 ? {} : { threadId: `crowd-${anyBelow(threads)}` }),
  ...(anyBelow(10) === 0 ? { scheduledAt: new Date(Date.now() - anyBelow(60_000)).toISOString() } : {}),
});

/** Many callers of one queue at once, who write down what they were told. */
export class Crowd {
  /** Every task that was accepted. */
  readonly accepted = new Set<string>();
  /** How often each task was reported complete. */
  readonly completions = new Map<string, number>();
  /** What should not have happened, in words. */
  readonly faults: string[] = [];
  private readonly holders = new Map<string, string>();
  private isEnqueuing = true;

  constructor(private readonly queue: string) {}

  /** Enqueues batch after batch until {@link stopEnqueuing}, as long as the backlog is small. */
  async enqueueOn(calls: TaskCalls): Promise<void> {
    while (this.isEnqueuing) {
      if (this.accepted.size - this.completions.size > largestBacklog) await pause(5);
      else await this.noteFaults(() => this.enqueueBatch(calls));
    }
  }

  /** Lets the producers go home, and the workers finish what is there with care. */
  stopEnqueuing(): void {
    this.isEnqueuing = false;
  }

  /** Works until every accepted task is complete, or until there is a fault. */
  async workOn(calls: TaskCalls, workerId: string): Promise<void> {
    while (this.isEnqueuing || (!this.isDone && this.faults.length === 0))
      await this.noteFaults(() => this.workOnce(calls, workerId));
  }

  private get isDone(): boolean {
    return this.completions.size === this.accepted.size;
  }

  private async enqueueBatch(calls: TaskCalls): Promise<void> {
    const tasks = await calls.enqueueBatch(this.queue, Array.from({ length: batchSize }, anyTask));
    for (const { id } of tasks) this.accepted.add(id);
  }

  private async workOnce(calls: TaskCalls, workerId: string): Promise<void> {
    const isCareless = this.isEnqueuing && anyBelow(careless) === 0;
    const tasks = await calls.dequeue(this.queue, {
      max: tasksAtOnce,
      waitMs: 200,
      workerId,
      ...(isCareless ? { keepaliveTimeoutMs: shortestTimeoutMs } : {}),
    });
    for (const task of tasks) this.noteHolder(task);
    for (const { threadId } of tasks) if (threadId !== null) this.holders.delete(threadId);
    if (isCareless || tasks.length === 0) return;
    const [first, ...others] = tasks;
    const failed = first !== undefined && this.isEnqueuing && anyBelow(2) === 0 ? [first] : [];
    const completed = failed.length === 0 ? tasks : others;
    if (completed.length > 0)
      for (const result of await calls.complete(completed)) this.noteCompletion(result);
    if (failed.length > 0)
      for (const result of await calls.fail(failed, { retryAfterMs: 0 })) this.noteRefusal(result);
  }

  private noteHolder({ id, threadId }: LeasedTask): void {
    if (threadId === null) return;
    const holder = this.holders.get(threadId);
    if (holder !== undefined) this.faults.push(`${id} was handed out while ${holder} of its thread ran.`);
    this.holders.set(threadId, id);
  }

  private noteCompletion(result: Result): void {
    this.noteRefusal(result);
    if (result.status === 'ok') this.completions.set(result.id, (this.completions.get(result.id) ?? 0) + 1);
  }

  private noteRefusal({ id, status, code }: Result): void {
    if (status !== 'ok') this.faults.push(`A worker that held ${id} was refused: ${code}.`);
  }

  private async noteFaults(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.faults.push(String(error));
    }
  }
}
