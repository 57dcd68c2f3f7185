import type { EnqueuedTask, NewTask } from '@spool/contracts';
import type { HeldDedupKey } from '../store/dedup-key-store.js';

/** What a task of a request comes to: a new task (by its place among the new ones), or the first of its key. */
type Fate =
  | { readonly kind: 'fresh'; readonly index: number }
  | { readonly kind: 'known'; readonly taskId: string }
  | { readonly kind: 'repeat'; readonly of: number };

/** Sorts the tasks of a request into new ones and repetitions: of earlier requests, and of this one. */
export class Deduplication {
  /** The tasks that are new, in order. */
  readonly fresh: readonly NewTask[];
  private readonly fates: readonly Fate[];

  /** A key that is not among the held ones does not count. */
  constructor(
    tasks: readonly NewTask[],
    private readonly held: ReadonlyMap<string, HeldDedupKey>,
  ) {
    const fresh: NewTask[] = [];
    const firstOfKey = new Map<string, number>();
    this.fates = tasks.map((task): Fate => {
      const key = this.keyOf(task);
      if (key !== null) {
        if (key.taskId !== null) return { kind: 'known', taskId: key.taskId };
        const earlier = firstOfKey.get(key.key);
        if (earlier !== undefined) return { kind: 'repeat', of: earlier };
        firstOfKey.set(key.key, fresh.length);
      }
      return { kind: 'fresh', index: fresh.push(task) - 1 };
    });
    this.fresh = fresh;
  }

  /** The windows that the new tasks open for their keys. */
  windows(freshIds: readonly string[], expiresAtMs: number) {
    return this.fresh.flatMap((task, index) => {
      const key = this.keyOf(task);
      return key === null ? [] : [{ key: key.key, taskId: freshIds[index] ?? '', expiresAtMs }];
    });
  }

  /** The ids of the tasks that repetitions stand for. */
  repeatedIds(freshIds: readonly string[]): string[] {
    return this.fates.flatMap((fate) => (fate.kind === 'fresh' ? [] : [this.idOf(fate, freshIds)]));
  }

  /** One answer a task, in request order. */
  inRequestOrder(
    freshAnswers: readonly EnqueuedTask[],
    freshIds: readonly string[],
    repeated: ReadonlyMap<string, EnqueuedTask>,
  ): EnqueuedTask[] {
    return this.fates.map((fate) => {
      const answer =
        fate.kind === 'fresh' ? freshAnswers[fate.index] : repeated.get(this.idOf(fate, freshIds));
      if (answer === undefined) throw new Error('A task of the request has no answer.');
      return answer;
    });
  }

  private keyOf({ dedupKey }: NewTask): HeldDedupKey | null {
    return dedupKey === undefined ? null : (this.held.get(dedupKey) ?? null);
  }

  private idOf(fate: Exclude<Fate, { kind: 'fresh' }>, freshIds: readonly string[]): string {
    return fate.kind === 'known' ? fate.taskId : (freshIds[fate.of] ?? '');
  }
}
