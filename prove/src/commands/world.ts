import type { Installation as Model, QueueSettings } from '@spool/oracle/installation.js';
import { newInstallation } from '@spool/oracle/installation.js';
import type { LeaseProof } from '@spool/oracle/commands.js';

const hourMs = 3_600_000;

/** Every policy that a queue can have. The names are made unique for each history. */
const policies: readonly QueueSettings[] = [
  {
    name: 'plain',
    maxAttempts: 3,
    backoff: { type: 'exponential', initialMs: 200, factor: 3, maxMs: 600 },
    keepaliveTimeoutMs: 60_000,
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
    deadLetter: { mode: 'discard' },
  },
];

/** One history's queues and threads, and the model of them. */
export class World {
  readonly model: Model;
  readonly queueNames: readonly string[];
  /** Every lease that was ever given. */
  readonly given: LeaseProof[] = [];

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

  private named(policy: QueueSettings): QueueSettings {
    const { name, deadLetter } = policy;
    const target =
      deadLetter?.mode === 'forward'
        ? { deadLetter: { ...deadLetter, queue: `${this.prefix}-${deadLetter.queue}` } }
        : {};
    return { ...policy, name: `${this.prefix}-${name}`, ...target };
  }
}
