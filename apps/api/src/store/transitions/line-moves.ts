import { candidateAtMs, type ThreadPlan } from '@spool/thread-engine';
import { readQueues, type QueueRecord } from '../queue-store.js';
import { updateTasks, type TaskUpdate } from '../task-store.js';
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

/** Gives the tasks that stay live their new time and place, and heads their turn: one statement for all. */
export const moveRemaining = async (work: Work): Promise<void> => {
  const updates: Updates = new Map();
  moveReturning(work, updates);
  await promoteAndDemote(work, updates);
  await updateTasks(work.sql, [...updates.values()]);
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

const promoteAndDemote = async (work: Work, updates: Updates): Promise<void> => {
  const { situation, tallies, wakeups, threadPlans } = work;
  const promotedMembers = [...threadPlans.plans.values()].flatMap(({ promoted }) =>
    promoted?.kind === 'member' && !updates.has(promoted.id) ? [memberOf(work, promoted.id)] : [],
  );
  const queues = await queuesOf(work, promotedMembers);
  for (const member of promotedMembers) {
    const ordering = queues.get(member.queueId)?.configuration.ordering ?? 'scheduled';
    const readyAtMs = candidateAtMs(ordering, member.scheduledAtMs, situation.nowMs);
    updates.set(member.id, {
      id: member.id,
      scheduledAtMs: member.scheduledAtMs,
      attempt: member.attempt,
      readyAtMs,
    });
    tallies.add(member.queueId, 'waiting', -1);
    wakeups.push({ queueId: member.queueId, readyAtMs });
  }
  for (const { demotedId } of threadPlans.plans.values()) {
    if (demotedId === null || updates.has(demotedId)) continue;
    const { id, scheduledAtMs, attempt, queueId } = memberOf(work, demotedId);
    updates.set(id, { id, scheduledAtMs, attempt, readyAtMs: null });
    tallies.add(queueId, 'waiting', 1);
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

/** Writes each thread's front and size, and deletes those whose last member has left (R10). */
export const settleThreads = async ({ sql, situation, threadPlans }: Work): Promise<void> => {
  const ended: string[] = [];
  const updates: ThreadUpdate[] = [];
  for (const [key, plan] of threadPlans.plans) {
    if (plan.front?.kind !== 'member') ended.push(key);
    else {
      const lastArrivalMs = situation.threads.get(key)?.lastArrivalMs ?? null;
      updates.push({ key, frontId: plan.front.id, size: plan.size, lastArrivalMs });
    }
  }
  await deleteThreads(sql, ended);
  await updateThreads(sql, updates);
};
