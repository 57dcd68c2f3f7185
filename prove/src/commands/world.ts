import type { Installation as Model, QueueSettings } from '@spool/oracle/installation.js';
import { newInstallation } from '@spool/oracle/installation.js';
import type { LeaseProof } from '@spool/oracle/commands.js';
import { readyTasks } from '@spool/oracle/running-order.js';
import type { Entry, Sent } from '../history/entry.js';
import { nowMs } from '../history/recorder.js';

const hourMs = 3_600_000;
const soonMs = 1_200;
/** So much longer than what comes due soon takes that a slow machine makes no difference. */
export const longestWaitMs = 6_000;

/** Every policy that a queue can have. The names are made unique for each history. */
const policies: readonly QueueSettings[] = [
  {
    name: 'plain',
    maxAttempts: 3,
    backoff: { type: 'exponential', initialMs: 200, factor: 3, maxMs: 600 },
    keepaliveTimeoutMs: 60_000,
    maxRunMs: 90_000,
  },
  {
    name: 'fair',
    ordering: 'fair',
    maxAttempts: 2,
    backoff: { type: 'fixed', initialMs: 0, factor: 1, maxMs: 0 },
    keepaliveTimeoutMs: 60_000,
    deadLetter: { mode: 'forward', queue: 'plain' },
  },
  {
    name: 'own',
    threadScope: 'queue',
    maxAttempts: 1,
    backoff: { type: 'fixed', initialMs: hourMs, factor: 1, maxMs: hourMs },
    keepaliveTimeoutMs: 60_000,
    maxRunMs: 90_000,
    deadLetter: { mode: 'discard' },
  },
];

/** One history's queues and threads, and the model of them. */
export class World {
  readonly model: Model;
  readonly queueNames: readonly string[];
  /** Every lease that was ever given. */
  readonly given: LeaseProof[] = [];
  /** What tasks were sent as, by the id that they got. */
  readonly sent = new Map<number, Sent>();
  /** The first task of each `dedupKey` of a queue. */
  readonly firstOfKey = new Map<string, number>();
  /** What completed tasks came to. */
  readonly results = new Map<number, string>();
  /** The times that restarts asked for, by the new task's id. */
  readonly restartTimes = new Map<number, number>();

  /** @param prefix what tells this history's queues and threads from all others */
  constructor(private readonly prefix: string) {
    const queues = policies.map((policy) => this.named(policy));
    this.queueNames = queues.map(({ name }) => name);
    this.model = newInstallation(queues);
  }

  queue(choice: number): string {
    return this.queueNames[choice % this.queueNames.length] ?? '';
  }

  /** A thread of this history, or none. */
  thread(choice: number): string | null {
    const [name] = ['A', 'B', 'C', null].slice(choice % 4);
    return name === null || name === undefined ? null : `${this.prefix}-${name}`;
  }

  /** Whether a task of a queue comes due soon, and no lease ends meanwhile: then a dequeue that waits must get it. */
  isWorthWaiting(queueName: string): boolean {
    const { model } = this;
    const fromMs = nowMs();
    if (model.tasks.some(({ lease }) => lease !== null && lease.expiresAtMs < fromMs + longestWaitMs))
      return false;
    return (
      readyTasks(model, queueName, fromMs).length === 0 &&
      readyTasks(model, queueName, fromMs + soonMs).length > 0
    );
  }

  /** Keeps what an answered call told, beyond what the model keeps. */
  note({ asked, answer }: Entry): void {
    for (const { id, token } of answer?.taken ?? []) this.given.push({ id, token });
    for (const [index, { id, deduplicated }] of (answer?.admitted ?? []).entries()) {
      const sent = asked.sent[index];
      if (sent === undefined || deduplicated === true) continue;
      this.sent.set(id, sent);
    }
    for (const [index, item] of asked.items.entries()) {
      const { status, newId } = answer?.results[index] ?? {};
      if (status !== 'ok') continue;
      if (item.verb === 'complete' && item.result !== undefined) this.results.set(item.id, item.result);
      if (item.verb === 'restart' && newId !== undefined && item.scheduledAtMs !== undefined)
        this.restartTimes.set(newId, item.scheduledAtMs);
    }
  }

  private named(policy: QueueSettings): QueueSettings {
    const { name, deadLetter } = policy;
    const target =
      deadLetter?.mode === 'forward'
        ? { deadLetter: { ...deadLetter, queue: `${this.prefix}-${deadLetter.queue}` } }
        : {};
    return { ...policy, name: `${this.prefix}-${name}`, ...target };
  }
}
