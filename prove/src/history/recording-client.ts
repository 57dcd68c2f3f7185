import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Chance } from '../chance.js';
import type { Installation } from '../installation/installation.js';
import type { Asked, Demand, Entry, Item, Sent } from './entry.js';
import { nowMs } from './recorder.js';
import { nothing, requestFor } from './requests.js';

const usualPatienceMs = 10_000;
/** So that nobody spins while no replica runs. */
const afterTroubleMs = 20;
const noAsk: Asked = { queue: null, sent: [], items: [], demand: null, hold: null };

const problem = z.object({ code: z.string() });

const parseBody = (text: string): unknown => (text === '' ? undefined : JSON.parse(text));

/** What came of a call, before it is written down. */
type Outcome = Pick<Entry, 'fate' | 'answer' | 'reason'>;

/** The refusal of a call for one task is that task's honest result. */
const refusalOf = (asked: Asked, status: number, text: string): Outcome => {
  const { code } = problem.parse(parseBody(text));
  if (status >= 500) return { fate: 'unknown', answer: null, reason: `${status} ${code}` };
  const [item] = asked.items;
  if (item?.verb === 'reschedule')
    return { fate: 'answered', answer: { ...nothing, results: [{ status: 'error', code }] }, reason: null };
  return { fate: 'refused', answer: null, reason: `${status} ${code}` };
};

const isRefusedConnection = (error: unknown): boolean => {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
};

/** A client that calls replicas at random and writes down every call. It never repeats one by itself. */
export class RecordingClient {
  constructor(
    readonly name: string,
    private readonly installation: Installation,
    private readonly chance: Chance,
    /** After how long without an answer it hangs up. */
    private readonly patienceMs = usualPatienceMs,
  ) {}

  /** Enqueues tasks, all or nothing. */
  enqueue(queue: string, sent: readonly Sent[]): Promise<Entry> {
    return this.call({ ...noAsk, queue, sent });
  }

  dequeue(queue: string, demand: Demand): Promise<Entry> {
    return this.call({ ...noAsk, queue, demand });
  }

  /** Does one thing (all items have the same verb) with some tasks; a reschedule with one. */
  settle(items: readonly Item[]): Promise<Entry> {
    return this.call({ ...noAsk, items });
  }

  /** Completes and fails tasks, the completed first, and takes others in one transaction. */
  exchange(queue: string, items: readonly Item[], demand: Demand | null): Promise<Entry> {
    return this.call({ ...noAsk, queue, items, demand });
  }

  /** Pauses or resumes a queue. */
  hold(queue: string, hold: 'pause' | 'resume'): Promise<Entry> {
    return this.call({ ...noAsk, queue, hold });
  }

  /** Calls a replica that runs, if any does, and never throws for what the service or the network does. */
  async call(asked: Asked): Promise<Entry> {
    const running = Array.from({ length: this.installation.size }, (_, index) => index).filter(
      (index) => this.installation.urlOf(index) !== null,
    );
    const replica = this.chance.pick(running) ?? 0;
    const number = this.installation.recorder.nextNumber();
    const askedAtMs = nowMs();
    const outcome = await this.send(this.installation.urlOf(replica), asked);
    const entry = { number, client: this.name, replica, askedAtMs, endedAtMs: nowMs(), asked, ...outcome };
    this.installation.recorder.note(entry);
    if (outcome.fate !== 'answered') await pause(afterTroubleMs);
    return entry;
  }

  private async send(url: string | null, asked: Asked): Promise<Outcome> {
    if (url === null) return { fate: 'refused', answer: null, reason: 'no replica runs' };
    const { method, path, body, read } = requestFor(asked);
    let status: number;
    let text: string;
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { ...this.installation.credentials, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(this.patienceMs + (asked.demand?.waitMs ?? 0)),
      });
      ({ status } = response);
      text = await response.text();
    } catch (error) {
      if (isRefusedConnection(error)) return { fate: 'refused', answer: null, reason: 'connection refused' };
      return { fate: 'unknown', answer: null, reason: 'the connection broke or nothing came' };
    }
    if (status >= 400) return refusalOf(asked, status, text);
    return { fate: 'answered', answer: read(parseBody(text)), reason: null };
  }
}
