import {
  copyInstallation,
  newInstallation,
  type Installation,
  type QueueSettings,
} from '@spool/oracle/installation.js';
import type { Event, Knowledge, ThreadHistory } from './events.js';
import { lapse, replay } from './replay.js';

/** What the search found out about one thread. */
export type Explanation =
  | { readonly verdict: 'explained' }
  | { readonly verdict: 'undecided' }
  /** No order of the calls explains the answers; `stuckAt` says what did not fit where most of them did. */
  | { readonly verdict: 'impossible'; readonly explained: number; readonly stuckAt: readonly string[] };

/** How many orders of one thread's calls are tried before it is left undecided. */
const budget = 30_000;

/** Which events are in the order so far, and what the model has become by them. */
interface Node {
  readonly done: readonly boolean[];
  readonly count: number;
  readonly model: Installation;
}

/** All that makes a difference to what can follow. */
const keyOf = ({ done, model }: Node): string => {
  const firstOpen = done.indexOf(false);
  const after = done.slice(firstOpen).map((isDone) => (isDone ? 1 : 0));
  const tasks = model.tasks.map(
    ({ id, state, scheduledAtMs, attempt, lease, settlements }) =>
      `${id} ${state} ${scheduledAtMs} ${attempt} ${lease?.token} ${lease?.expiresAtMs} ${settlements.length}`,
  );
  return `${firstOpen} ${after.join('').replace(/0+$/, '')} ${tasks.join()}`;
};

/**
 * Looks for an order of one thread's calls that explains every answer: each call takes effect at one instant between its
 * question and its answer, one without an answer at any time after its question or never, and the model, carried from
 * instant to instant, must answer as the service did. Leases lapse in between as they must.
 */
class Search {
  private readonly seen = new Set<string>();
  private tried = 0;
  private deepest = 0;
  private objections: string[] = [];

  constructor(
    private readonly events: readonly Event[],
    private readonly known: Knowledge,
  ) {}

  run(queues: readonly QueueSettings[]): Explanation {
    const start: Node = { done: this.events.map(() => false), count: 0, model: newInstallation(queues) };
    const isExplained = this.explore(start);
    if (isExplained) return { verdict: 'explained' };
    if (this.tried > budget) return { verdict: 'undecided' };
    return { verdict: 'impossible', explained: this.deepest, stuckAt: [...new Set(this.objections)] };
  }

  private explore(start: Node): boolean {
    const stack: Node[] = [start];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      const { done } = node;
      if (this.events.every((event, index) => done[index] === true || event.isOptional)) return true;
      this.tried += 1;
      if (this.tried > budget) return false;
      // The last one pushed is looked at first: what was asked first, then the less likely.
      for (const next of this.successors(node).reverse()) {
        const key = keyOf(next);
        if (this.seen.has(key)) continue;
        this.seen.add(key);
        stack.push(next);
      }
    }
    return false;
  }

  /** Every next instant: a call that may come first among those that are left, or a lapse. */
  private successors(node: Node): Node[] {
    const open = this.events.flatMap((event, index) => (node.done[index] === true ? [] : [{ event, index }]));
    const firstEndMs = Math.min(...open.map(({ event }) => event.untilMs));
    const candidates = open.filter(({ event }) => event.fromMs <= firstEndMs);
    const certain = candidates.filter(({ event }) => !event.isOptional);
    const optional = candidates.filter(({ event }) => event.isOptional);
    const objections: string[] = [];
    const nodes = [...certain, ...optional].flatMap(({ event, index }): Node[] => {
      const model = copyInstallation(node.model);
      const objection = replay(model, event, this.known);
      if (objection !== null) {
        objections.push(objection);
        return [];
      }
      return [{ done: node.done.with(index, true), count: node.count + 1, model }];
    });
    const model = copyInstallation(node.model);
    if (lapse(model, this.known, firstEndMs) === null) nodes.push({ ...node, model });
    this.noteObjections(node, objections);
    return nodes;
  }

  private noteObjections({ count }: Node, objections: readonly string[]): void {
    if (count < this.deepest) return;
    if (count > this.deepest) this.objections = [];
    this.deepest = count;
    this.objections.push(...objections);
  }
}

/** Decides whether some order of a thread's calls explains what was answered to them. */
export const explain = (
  history: ThreadHistory,
  known: Knowledge,
  queues: readonly QueueSettings[],
): Explanation => new Search(history.events, known).run(queues);
