import type { Answer } from './commands.js';
import { queueNamed, type Installation, type Task } from './installation.js';
import { headOf, isCandidate, livingThreads } from './running-order.js';

/** The threads in which a member that waited became the one that runs next. */
type PromotedThreads = ReadonlySet<string>;

function isWaiting(installation: Installation, task: Task): boolean {
  return task.state === 'ENQUEUED' && !isCandidate(installation, task);
}

/** In a fair queue a task joins the end of the line when it becomes a candidate, else it stands at its time. */
function placeInLine(installation: Installation, task: Task, nowMs: number): number {
  const isFair = queueNamed(installation, task.queue).ordering === 'fair';
  return isFair ? Math.max(task.scheduledAtMs, nowMs) : task.scheduledAtMs;
}

/** A candidate that nothing happened to keeps its place in the line. */
function candidatesAsTheyStand(installation: Installation): Map<Task, number> {
  const candidates = installation.tasks.filter((task) => isCandidate(installation, task));
  return new Map(candidates.map((task) => [task, task.scheduledAtMs]));
}

/** Carries out one change and draws its consequences for all lines and threads; R10 ends a thread without members. */
export function carryOut(installation: Installation, nowMs: number, change: () => void): PromotedThreads {
  const waitedBefore = new Set(installation.tasks.filter((task) => isWaiting(installation, task)));
  const stoodBefore = candidatesAsTheyStand(installation);
  change();
  const candidates = installation.tasks.filter((task) => isCandidate(installation, task));
  for (const task of candidates) {
    const hasKeptItsPlace = stoodBefore.get(task) === task.scheduledAtMs;
    if (!hasKeptItsPlace) task.lineAtMs = placeInLine(installation, task, nowMs);
  }
  const living = livingThreads(installation);
  installation.lastArrivals = installation.lastArrivals.filter((arrival) => living.includes(arrival.thread));
  const promoted = candidates.filter((task) => waitedBefore.has(task));
  return new Set(promoted.flatMap((task) => (task.thread === null ? [] : [task.thread])));
}

/**
 * Carries out a batch, one item after the other. Where it promoted somebody, the thread's items name as `promoted`
 * the head after the whole batch.
 */
export function carryOutAll<Item extends { id: number }>(
  installation: Installation,
  items: readonly Item[],
  nowMs: number,
  change: (item: Item) => Answer,
): Answer[] {
  let answers: Answer[] = [];
  const promotedIn = carryOut(installation, nowMs, () => {
    answers = items.map(change);
  });
  return answers.map((answer): Answer => {
    const thread = installation.tasks.find((task) => task.id === answer.id)?.thread ?? null;
    if (answer.status === 'error' || thread === null || !promotedIn.has(thread)) return answer;
    const head = headOf(installation, thread);
    return head === undefined ? answer : { ...answer, promoted: head.id };
  });
}
