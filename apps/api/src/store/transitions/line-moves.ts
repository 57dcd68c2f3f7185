import { candidateAtMs, type ThreadPlan } from '@spool/thread-engine';
import { readQueues, type QueueRecord } from '../queue-store.js';
import { updateTasks, type TaskUpdate } from '../task-store.js';
import { advanceThreads } from '../waiting-member-store.js';
import { deleteThreads, updateThreads, type ThreadUpdate } from '../thread-store.js';
import { staysLive } from './outcome.js';
import type { KnownMember } from './thread-plans.js';
import { queueOf, tallyPlace, taskOf, type Work } from './work.js';

type Updates = Map<string, TaskUpdate>;

const isPromoted = (plan: ThreadPlan | undefined, id: string): boolean =>
  plan?.promoted?.kind === 'member' && plan.promoted.id === id;

/** A head that returns as it stands is not promoted again: it keeps its turn. */
const isFront = (plan: ThreadPlan | undefined, id: string): boolean =>
  plan?.front?.kind === 'member' && plan.front.id === id;

const memberOf = (work: Work, id: string): KnownMember => {
  const member = work.threadPlans.members.get(id) ?? work.situation.tasks.get(id);
  if (member === undefined)
    throw new Error(`A plan names member ${id}, which this transaction has not read.`);
  return member;
};

/**
 * Gives the tasks that stay live their new time and place, heads their turn, and threads their front and size; threads
 * whose last member has left are deleted (R10). A handful of statements for all. Tells who was promoted.
 */
export const moveLines = async (work: Work): Promise<readonly Promotion[]> => {
  const updates: Updates = new Map();
  moveReturning(work, updates);
  const promoted = await promotionsOf(work, updates);
  const steps = promoted.filter((promotion) => isPlainStep(work, promotion));
  for (const { member, readyAtMs } of promoted) {
    const { id, scheduledAtMs, attempt, queueId } = member;
    work.tallies.add(queueId, 'waiting', -1);
    work.wakeups.push({ queueId, readyAtMs });
    updates.set(id, { id, scheduledAtMs, attempt, readyAtMs });
  }
  demote(work, updates);
  for (const { member } of steps) updates.delete(member.id);
  updateTasks(work.sql, [...updates.values()]);
  advanceThreads(
    work.sql,
    steps.map(({ member }) => member.id),
  );
  settleThreads(work, new Set(steps.map(({ key }) => key)));
  return promoted;
};

const moveReturning = (work: Work, updates: Updates): void => {
  const { situation, tallies, wakeups, threadPlans } = work;
  for (const outcome of work.outcomes.filter(staysLive)) {
    const task = taskOf(situation, outcome.id);
    const plan = task.threadKey === null ? undefined : threadPlans.plans.get(task.threadKey);
    const isCandidate = task.threadKey === null || isPromoted(plan, task.id);
    const { ordering } = queueOf(situation, task).configuration;
    const readyAtMs = isCandidate
      ? candidateAtMs(ordering, outcome.scheduledAtMs, situation.nowMs)
      : isFront(plan, task.id)
        ? task.readyAtMs
        : null;
    const attempt = outcome.kind === 'returned' ? outcome.attempt : task.attempt;
    updates.set(task.id, { id: task.id, scheduledAtMs: outcome.scheduledAtMs, attempt, readyAtMs });
    tallyPlace(tallies, task, -1);
    if (readyAtMs === null) tallies.add(task.queueId, 'waiting', 1);
    else wakeups.push({ queueId: task.queueId, readyAtMs });
  }
};

/** A member that was not among the tasks, and now may be dequeued; it may be in a queue that no task here is in. */
export interface Promotion {
  /** The thread's key. */
  readonly key: string;
  readonly member: KnownMember;
  readonly queueName: string;
  readonly readyAtMs: number;
}

const promotionsOf = async (work: Work, updates: Updates): Promise<Promotion[]> => {
  const promoted = [...work.threadPlans.plans].flatMap(([key, plan]) =>
    plan.promoted?.kind === 'member' && !updates.has(plan.promoted.id)
      ? [{ key, member: memberOf(work, plan.promoted.id) }]
      : [],
  );
  const queues = await queuesOf(
    work,
    promoted.map(({ member }) => member),
  );
  return promoted.map(({ key, member }) => {
    const queue = queues.get(member.queueId);
    const ordering = queue?.configuration.ordering ?? 'scheduled';
    const readyAtMs = candidateAtMs(ordering, member.scheduledAtMs, work.situation.nowMs);
    return { key, member, queueName: queue?.name ?? '', readyAtMs };
  });
};

/** Whether all that happens to a thread is that one leaves and the next is up, which needs no more than its id. */
const isPlainStep = (work: Work, { key, member, readyAtMs }: Promotion): boolean => {
  const plan = work.threadPlans.plans.get(key);
  const sizeBefore = work.situation.threads.get(key)?.size;
  return (
    plan?.size === (sizeBefore ?? 0) - 1 && plan.demotedId === null && readyAtMs === member.scheduledAtMs
  );
};

const demote = (work: Work, updates: Updates): void => {
  for (const { demotedId } of work.threadPlans.plans.values()) {
    if (demotedId === null || updates.has(demotedId)) continue;
    const { id, scheduledAtMs, attempt, queueId } = memberOf(work, demotedId);
    updates.set(id, { id, scheduledAtMs, attempt, readyAtMs: null });
    work.tallies.add(queueId, 'waiting', 1);
  }
};

/** The queues of members; a thread may span queues that the outcomes themselves do not touch. */
const queuesOf = async (
  work: Work,
  members: readonly KnownMember[],
): Promise<ReadonlyMap<number, QueueRecord>> => {
  const { queues } = work.situation;
  const missing = members.map((member) => member.queueId).filter((id) => !queues.has(id));
  return missing.length === 0 ? queues : new Map([...queues, ...(await readQueues(work.sql, missing))]);
};

const settleThreads = ({ sql, situation, threadPlans }: Work, alreadyWritten: ReadonlySet<string>): void => {
  const ended: string[] = [];
  const updates: ThreadUpdate[] = [];
  for (const [key, plan] of threadPlans.plans) {
    if (alreadyWritten.has(key)) continue;
    if (plan.front?.kind !== 'member') ended.push(key);
    else {
      const lastArrivalMs = situation.threads.get(key)?.lastArrivalMs ?? null;
      updates.push({ key, frontId: plan.front.id, size: plan.size, lastArrivalMs });
    }
  }
  deleteThreads(sql, ended);
  updateThreads(sql, updates);
};
