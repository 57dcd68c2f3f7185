import type { Answer as ModelAnswer, Command } from '@spool/oracle/commands.js';
import { newInstallation, type Installation } from '@spool/oracle/installation.js';
import { perform } from '@spool/oracle/oracle.js';
import { isLive } from '@spool/oracle/running-order.js';
import { Chance } from '../src/chance.js';
import type { Attempt, End } from '../src/checker/ends.js';
import type { Admitted, Answer, Asked, Entry, Item, Sent, Taken } from '../src/history/entry.js';
import { trafficQueues } from '../src/traffic/plan.js';
import type { Service } from './wrong-services.js';

/** What a simulated run leaves behind: what clients wrote down, and the ends that the service tells. */
export interface Simulation {
  readonly entries: readonly Entry[];
  readonly ends: ReadonlyMap<number, End>;
  readonly attempts: ReadonlyMap<number, number>;
}

const startMs = 1_900_000_000_000;
const threads = ['A', 'B', null];
const timeoutMs = 30;
const noAsk: Asked = { queue: null, sent: [], items: [], demand: null, hold: null };

interface Planned {
  readonly client: number;
  readonly asked: Asked;
  readonly askedAtMs: number;
}

/** Clients with latencies and lost answers over the model, in a time of their own. */
export class Simulator {
  private readonly model: Installation = newInstallation(trafficQueues);
  private readonly entries: Entry[] = [];
  private readonly attempts = new Map<number, (Attempt & { token: number })[]>();
  private readonly markers = new Map<number, Sent>();
  private readonly enqueuedAtMs = new Map<number, number>();
  private readonly held: Taken[] = [];
  private readonly dead: number[] = [];
  private readonly toldIds: number[] = [];
  private nowMs = startMs;
  private readonly lives: number[];

  constructor(
    private readonly chance: Chance,
    private readonly clients: number,
    private readonly service: Service = perform,
  ) {
    this.lives = Array.from({ length: clients }, () => 0);
  }

  /** Runs so many calls, and then works off what is left. */
  run(calls: number): Simulation {
    const due: { atMs: number; happen: () => void }[] = [];
    const at = (atMs: number, happen: () => void): void => void due.push({ atMs, happen });
    let left = calls;
    const live = (client: number): void => {
      if (left <= 0) return;
      left -= 1;
      const planned = { client, asked: this.ask(client), askedAtMs: this.nowMs };
      const isLost = this.chance.happens(6);
      const happens = !isLost || this.chance.happens(50);
      const effectMs = this.nowMs + this.chance.between(0, 15) + (isLost ? this.chance.between(0, 60) : 0);
      const endMs = isLost ? this.nowMs + 20 : effectMs + this.chance.between(0, 15) + 0.5;
      let answer: Answer | null = null;
      if (happens) at(effectMs, () => (answer = this.carryOut(planned)));
      at(endMs, () => {
        this.note(planned, isLost ? null : answer);
        at(this.nowMs + this.chance.between(0, 10), () => live(client));
      });
    };
    for (let client = 0; client < this.clients; client += 1) at(this.nowMs, () => live(client));
    while (due.length > 0) {
      due.sort((one, other) => one.atMs - other.atMs);
      const next = due.shift();
      if (next === undefined) break;
      this.nowMs = Math.max(this.nowMs, next.atMs);
      if (this.chance.happens(30)) this.sweep();
      next.happen();
    }
    this.drain();
    return { entries: this.entries, ends: this.ends(), attempts: this.finalAttempts() };
  }

  private ask(client: number): Asked {
    const roll = this.chance.between(1, 100);
    const queue = this.chance.pick(['plain', 'fair']) ?? 'plain';
    // Any of the latest, so that some are used long after they have lapsed.
    const place = Math.max(0, this.held.length - 1 - this.chance.between(0, 9));
    const [hold] = this.held.splice(place, this.chance.happens(60) ? 1 : 0);
    if (roll <= 25) return { ...noAsk, queue, sent: [this.newTask()] };
    if (roll <= 55) return this.demand(client, queue);
    if (roll <= 60) return { ...noAsk, items: this.anyId((id) => ({ verb: 'delete', id })) };
    if (roll <= 68) {
      const scheduledAtMs = Math.floor(this.nowMs) + this.chance.between(-50, 20);
      return { ...noAsk, items: this.anyId((id) => ({ verb: 'reschedule', id, scheduledAtMs })) };
    }
    const dead = new Set([this.chance.pick(this.dead), this.chance.pick(this.dead)]);
    const restarts = [...dead].flatMap((id): Item[] => (id === undefined ? [] : [{ verb: 'restart', id }]));
    if (roll <= 76 && restarts.length > 0) return { ...noAsk, items: restarts };
    if (hold === undefined) return this.demand(client, queue);
    const { id, token } = hold;
    if (this.chance.happens(30)) this.held.push(hold);
    const item = this.chance.pick<Item>([
      { verb: 'complete', id, token },
      { verb: 'complete', id, token },
      {
        verb: 'fail',
        id,
        token,
        retryable: !this.chance.happens(30),
        retryAfterMs: this.chance.between(0, 40),
      },
      { verb: 'release', id, token },
      { verb: 'keepalive', id, token },
    ]);
    return { ...noAsk, items: item === undefined ? [] : [item] };
  }

  private demand(client: number, queue: string): Asked {
    const workerId = `client-${client}.${this.lives[client]}`;
    const demand = { max: this.chance.between(1, 3), waitMs: 0, workerId, keepaliveTimeoutMs: timeoutMs };
    return { ...noAsk, queue, demand };
  }

  private newTask(): Sent {
    const early = this.chance.happens(30)
      ? { scheduledAtMs: Math.floor(this.nowMs) - this.chance.between(0, 100) }
      : {};
    const marker = `m${this.chance.between(0, 0x7fffffff)}`;
    return { marker, threadId: this.chance.pick(threads) ?? null, ...early };
  }

  private anyId(make: (id: number) => Item): Item[] {
    // Only ids that some client was told: nobody can name another.
    const id = this.chance.pick(this.toldIds);
    return id === undefined ? [{ verb: 'delete', id: 999_999 }] : [make(id)];
  }

  private do(command: Command): ModelAnswer[] {
    return this.service(this.model, command, Math.floor(this.nowMs));
  }

  private carryOut({ asked }: Planned): Answer {
    const nowMs = Math.floor(this.nowMs);
    const admitted = asked.sent.map((sent): Admitted => {
      const tasks = [{ queue: asked.queue ?? '', ...sent }];
      const [answer] = this.do({ kind: 'enqueue', tasks });
      const scheduledAtMs = answer?.status === 'ok' ? (answer.scheduledAtMs ?? 0) : 0;
      this.remember(answer?.id ?? 0, sent, nowMs);
      return { id: answer?.id ?? 0, enqueuedAtMs: nowMs, scheduledAtMs };
    });
    return { admitted, results: this.carryOutItems(asked.items, nowMs), taken: this.take(asked, nowMs) };
  }

  /** Restarts in the old order of what died, whatever the order of the call; answers in the order of the call. */
  private carryOutItems(items: readonly Item[], nowMs: number): Answer['results'] {
    const placeOf = ({ verb, id }: Item): number =>
      verb === 'restart' ? (this.model.tasks.find((task) => task.id === id)?.scheduledAtMs ?? 0) : 0;
    const inOrder = [...items.entries()].toSorted(
      ([, left], [, right]) =>
        placeOf(left) - placeOf(right) || (left.verb === 'restart' ? left.id - right.id : 0),
    );
    const results: Answer['results'][number][] = [];
    for (const [index, item] of inOrder) results[index] = this.carryOutItem(item, nowMs);
    return results;
  }

  private remember(id: number, sent: Sent, nowMs: number): void {
    this.markers.set(id, sent);
    this.enqueuedAtMs.set(id, nowMs);
  }

  private carryOutItem(item: Item, nowMs: number): Answer['results'][number] {
    const command = { kind: item.verb, items: [item], ids: [item.id], ...item } as unknown as Command;
    const [answer] = this.do(command);
    if (answer === undefined) throw new Error('An item was not answered.');
    if (answer.status === 'ok') {
      if (item.verb === 'complete' || item.verb === 'fail')
        this.endAttempt(item.id, item.verb === 'complete' ? 'completed' : 'failed');
      if (item.verb === 'release') this.attempts.get(item.id)?.pop();
      if (answer.outcome === 'dead') this.dead.push(item.id);
      const sent = this.markers.get(item.id);
      if (answer.newId !== undefined && sent !== undefined) this.remember(answer.newId, sent, nowMs);
    }
    return answer;
  }

  private take({ queue, demand }: Asked, nowMs: number): Taken[] {
    if (demand === null || queue === null) return [];
    const before = new Map(this.model.tasks.map(({ id, scheduledAtMs }) => [id, scheduledAtMs]));
    return this.do({ kind: 'dequeue', queue, ...demand }).flatMap((answer): Taken[] => {
      if (answer.status !== 'ok') return [];
      const sent = this.markers.get(answer.id);
      const { attempt = 0, token = 0 } = answer;
      const began = {
        attempt,
        workerId: demand.workerId,
        startedAtMs: nowMs,
        endedAtMs: null,
        outcome: null,
      };
      this.attempts.set(answer.id, [...(this.attempts.get(answer.id) ?? []), { ...began, token }]);
      const taken = {
        id: answer.id,
        token,
        threadId: sent?.threadId ?? null,
        marker: sent?.marker ?? '',
        attempt,
        maxAttempts: 0,
        enqueuedAtMs: this.enqueuedAtMs.get(answer.id) ?? 0,
        scheduledAtMs: before.get(answer.id) ?? 0,
        leaseExpiresAtMs: answer.leaseExpiresAtMs ?? 0,
      };
      return [taken];
    });
  }

  private endAttempt(id: number, outcome: 'completed' | 'failed' | 'lapsed'): void {
    const attempts = this.attempts.get(id) ?? [];
    const last = attempts.pop();
    if (last !== undefined) attempts.push({ ...last, outcome, endedAtMs: Math.floor(this.nowMs) });
  }

  private sweep(): void {
    for (const { id, status } of this.do({ kind: 'lapse' }))
      if (status === 'ok') this.endAttempt(id, 'lapsed');
  }

  private note({ client, asked, askedAtMs }: Planned, answer: Answer | null): void {
    this.held.push(...(answer?.taken ?? []));
    for (const { id } of [...(answer?.admitted ?? []), ...(answer?.taken ?? [])]) this.toldIds.push(id);
    if (answer === null) this.lives[client] = (this.lives[client] ?? 0) + 1;
    const fate = answer === null ? 'unknown' : 'answered';
    const number = this.entries.length + 1;
    const who = { number, client: `client-${client}`, replica: 0 };
    this.entries.push({ ...who, askedAtMs, endedAtMs: this.nowMs, asked, fate, answer, reason: null });
  }

  private drain(): void {
    for (let rounds = 0; rounds < 500 && this.model.tasks.some(isLive); rounds += 1) {
      for (const queue of ['plain', 'fair']) {
        const asked = this.demand(0, queue);
        const taking = { client: 0, asked, askedAtMs: this.nowMs };
        const answer = this.carryOut(taking);
        this.nowMs += 1;
        this.note(taking, answer);
        for (const { id, token } of answer.taken) {
          const items: Item[] = [{ verb: 'complete', id, token }];
          const settling = { client: 0, asked: { ...noAsk, items }, askedAtMs: this.nowMs };
          this.note(settling, this.carryOut(settling));
        }
      }
      this.nowMs += 10;
      this.sweep();
    }
  }

  private finalAttempts(): Map<number, number> {
    return new Map(this.visible().map(({ id, attempt }) => [id, attempt]));
  }

  private visible() {
    return this.model.tasks.filter(({ state }) => state !== 'DELETED' && state !== 'DISCARDED');
  }

  private ends(): Map<number, End> {
    return new Map(
      this.visible().map(({ id, queue, state, restartedFrom }): [number, End] => [
        id,
        {
          id,
          marker: this.markers.get(id)?.marker ?? '',
          queue,
          threadId: this.markers.get(id)?.threadId ?? null,
          state: state === 'DELETED' || state === 'DISCARDED' ? 'DEAD' : state,
          enqueuedAtMs: this.enqueuedAtMs.get(id) ?? 0,
          restartedFrom,
          attempts: this.attempts.get(id) ?? [],
        },
      ]),
    );
  }
}
