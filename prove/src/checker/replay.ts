import type { Answer as ModelAnswer } from '@spool/oracle/commands.js';
import type { Installation, Task } from '@spool/oracle/installation.js';
import { visibleTask } from '@spool/oracle/installation.js';
import { perform } from '@spool/oracle/oracle.js';
import { isLive, membersOf } from '@spool/oracle/running-order.js';
import { backoffMs } from '@spool/oracle/settlements.js';
import type { Item, Told } from '../history/entry.js';
import type { Event, Knowledge, Step } from './events.js';
import { batchesOf, commandOf, type Done } from './model-commands.js';

/** How far the database's clock, read in whole milliseconds, may be from the clients'. */
const clockSlackMs = 250;
/** Stands for a time that nobody told: such a member is never in another's way. */
const untold = Number.MAX_SAFE_INTEGER;

/** Why a step cannot have happened here, or null when it was carried out on the model. */
export type Objection = string | null;

const taskOf = (model: Installation, id: number): Task | undefined =>
  model.tasks.find((task) => task.id === id);

const isWithin = (timeMs: number, { entry }: Event): boolean =>
  timeMs >= Math.floor(entry.askedAtMs) - clockSlackMs &&
  (entry.fate === 'unknown' || timeMs <= entry.endedAtMs + clockSlackMs);

const arrive = (model: Installation, step: Extract<Step, { kind: 'arrives' }>, event: Event): Objection => {
  const { sent, queue, admitted } = step;
  const { id, enqueuedAtMs } = admitted;
  if (id < model.nextId) return `task ${id} arrived after a task with a larger id`;
  if (!isWithin(enqueuedAtMs, event)) return `task ${id} is said to have arrived outside its call`;
  model.nextId = id;
  const at =
    sent.delayMs === undefined
      ? sent.scheduledAtMs === undefined
        ? {}
        : { scheduledAtMs: sent.scheduledAtMs }
      : { scheduledAtMs: enqueuedAtMs + sent.delayMs };
  const attempts = sent.maxAttempts === undefined ? {} : { maxAttempts: sent.maxAttempts };
  const tasks = [{ queue, threadId: sent.threadId, ...at, ...attempts }];
  const [answer] = perform(model, { kind: 'enqueue', tasks }, enqueuedAtMs);
  const expected = answer?.status === 'ok' ? answer.scheduledAtMs : undefined;
  return admitted.scheduledAtMs === null || admitted.scheduledAtMs === expected
    ? null
    : `task ${id} is scheduled at ${admitted.scheduledAtMs}, not at ${expected}`;
};

const describeThread = (model: Installation, task: Task | undefined): string => {
  const members = task?.thread === null || task === undefined ? [] : membersOf(model, task.thread);
  const line = members.map(({ id, state, scheduledAtMs }) =>
    state === 'IN_PROGRESS' ? `[${id}]` : `${id}@${scheduledAtMs === untold ? '?' : scheduledAtMs}`,
  );
  return `the line is ${line.join(' ') || 'empty'}; the task is ${task?.state ?? 'unknown'}`;
};

/** A time that nobody told is learnt when the task is taken: it was that of its last change. */
const learnTime = (task: Task | undefined, scheduledAtMs: number): void => {
  if (task === undefined || task.scheduledAtMs !== untold) return;
  task.scheduledAtMs = scheduledAtMs;
  task.lineAtMs = scheduledAtMs;
};

/** Hands a task out, if the model would. */
const handOut = (
  model: Installation,
  { id, queue, attempt }: { id: number; queue: string; attempt: number },
  lease: { takenAtMs: number; timeoutMs: number },
): Objection => {
  const task = taskOf(model, id);
  const before = describeThread(model, task);
  const command = {
    kind: 'dequeue',
    queue,
    max: 1,
    workerId: 'worker',
    keepaliveTimeoutMs: lease.timeoutMs,
  } as const;
  const [answer] = perform(model, command, lease.takenAtMs);
  if (answer?.id !== id) return `task ${id} was handed out of ${queue} at ${lease.takenAtMs}, but ${before}`;
  return answer.status === 'ok' && answer.attempt === attempt
    ? null
    : `task ${id} was handed out as attempt ${attempt}, not ${task?.attempt}`;
};

const take = (model: Installation, step: Extract<Step, { kind: 'taken' }>, event: Event): Objection => {
  const { taken, queue, timeoutMs } = step;
  const { id, token, attempt } = taken;
  const takenAtMs = taken.leaseExpiresAtMs - timeoutMs;
  if (!isWithin(takenAtMs, event)) return `task ${id} is said to have been taken outside its call`;
  if (token < model.nextToken) return `task ${id} got token ${token} after a larger one`;
  const task = taskOf(model, id);
  learnTime(task, taken.scheduledAtMs);
  if (task !== undefined && task.scheduledAtMs !== taken.scheduledAtMs)
    return `task ${id} was handed out as scheduled at ${taken.scheduledAtMs}, not at ${task.scheduledAtMs}`;
  model.nextToken = token;
  return handOut(model, { id, queue, attempt }, { takenAtMs, timeoutMs });
};

const takeUnseen = (
  model: Installation,
  step: Extract<Step, { kind: 'taken-unseen' }>,
  event: Event,
): Objection => {
  const { id, queue, attempt } = step;
  const timeoutMs = event.entry.asked.demand?.keepaliveTimeoutMs ?? 0;
  const task = taskOf(model, id);
  learnTime(task, attempt.startedAtMs);
  // Nobody was told this token: half a number is nobody else's.
  model.nextToken -= 0.5;
  return handOut(
    model,
    { id, queue, attempt: attempt.attempt },
    { takenAtMs: attempt.startedAtMs, timeoutMs },
  );
};

/** When an attempt ended, as the service tells it afterwards. */
const recordedEnd = ({ ends }: Knowledge, task: Task, how: 'failed' | 'lapsed'): number | null => {
  const attempts = ends.get(task.id)?.attempts ?? [];
  const found = attempts.find(({ attempt, outcome }) => attempt === task.attempt && outcome === how);
  return found?.endedAtMs ?? null;
};

/** The instant of a change by the database's clock, as far as its result tells; null when nothing does. */
const instantOf = (model: Installation, item: Item, told: Told | null, known: Knowledge): number | null => {
  switch (item.verb) {
    case 'fail': {
      const task = taskOf(model, item.id);
      if (task === undefined || told?.status === 'error') return null;
      if (told === null) return recordedEnd(known, task, 'failed');
      if (told.scheduledAtMs === undefined) return null;
      return told.scheduledAtMs - (item.retryAfterMs ?? backoffMs(task.backoff, task.attempt));
    }
    case 'release':
      return told?.scheduledAtMs === undefined || item.delayMs === undefined
        ? null
        : told.scheduledAtMs - item.delayMs;
    case 'keepalive': {
      const queue = model.queues.find(({ name }) => name === taskOf(model, item.id)?.queue);
      const extendMs = item.extendMs ?? queue?.keepaliveTimeoutMs ?? 0;
      return told?.leaseExpiresAtMs === undefined ? null : told.leaseExpiresAtMs - extendMs;
    }
    case 'restart': {
      const newId = told?.newId ?? known.restartedAs.get(item.id);
      return newId === undefined ? null : (known.enqueuedAtMs.get(newId) ?? null);
    }
    case 'complete':
    case 'delete':
    case 'reschedule':
      return null;
  }
};

const sayAnswer = (answer: Partial<Told> & { outcome?: string | undefined }): string =>
  [answer.status, answer.code, answer.outcome, answer.scheduledAtMs, answer.newId, answer.promoted]
    .filter((part) => part !== undefined)
    .join(' ');

const compare = (
  { item, told }: { item: Item; told: Told },
  answer: ModelAnswer | undefined,
  seesLines: boolean,
): Objection => {
  const model: Partial<Told> = { ...answer };
  const agrees =
    told.status === model.status &&
    told.code === model.code &&
    told.outcome === model.outcome &&
    (item.verb === 'keepalive' || told.scheduledAtMs === model.scheduledAtMs) &&
    told.newId === model.newId &&
    (!seesLines || told.promoted === model.promoted);
  return agrees
    ? null
    : `${item.verb} of task ${item.id} was answered "${sayAnswer(told)}", not "${sayAnswer(model)}"`;
};

/** Where nobody told the time of a change, the task's new time is not known either. */
const forgetTime = (model: Installation, item: Item, told: Told | null): void => {
  const task = visibleTask(model, item.verb === 'restart' ? (told?.newId ?? -1) : item.id);
  const movesTime =
    item.verb === 'fail' ||
    (item.verb === 'release' && item.delayMs !== undefined) ||
    item.verb === 'restart';
  if (!movesTime || task?.state !== 'ENQUEUED') return;
  task.scheduledAtMs = untold;
  task.lineAtMs = untold;
};

/** What replaces a dead task gets the id that was told, or seen later. */
const prepareRestart = (model: Installation, { item, told }: Done, known: Knowledge): Objection => {
  const newId = told?.newId ?? known.restartedAs.get(item.id);
  if (item.verb !== 'restart' || newId === undefined || told?.status === 'error') return null;
  if (newId < model.nextId) return `task ${item.id} was restarted as ${newId}, which is not the largest id`;
  model.nextId = newId;
  return null;
};

interface Around {
  readonly event: Event;
  readonly known: Knowledge;
}

/** Carries out items of one verb as the one batch that they were. */
const doBatch = (model: Installation, batch: readonly Done[], { event, known }: Around): Objection => {
  const [first] = batch;
  if (first === undefined) return null;
  const instants = batch.flatMap(({ item, told }) => instantOf(model, item, told, known) ?? []);
  const [instantMs = null] = instants;
  const odd = instants.find((timeMs) => first.item.verb !== 'restart' && !isWithin(timeMs, event));
  if (odd !== undefined)
    return `${first.item.verb} of task ${first.item.id} led to a time that is ${Math.round(odd - event.entry.askedAtMs)} ms off`;
  const objection = prepareRestart(model, first, known);
  if (objection !== null) return objection;
  const seesLines = model.tasks.every((task) => !isLive(task) || task.scheduledAtMs !== untold);
  const items = batch.map(({ item }) => item);
  const answers = perform(model, commandOf(first.item, items), instantMs ?? 0);
  for (const [index, { item, told }] of batch.entries()) {
    const answer = answers[index];
    const difference = told === null ? null : compare({ item, told }, answer, seesLines);
    if (difference !== null) return difference;
    if (instantMs === null && answer?.status === 'ok') forgetTime(model, item, told);
  }
  return null;
};

const doItems = (model: Installation, step: Extract<Step, { kind: 'items' }>, around: Around): Objection => {
  for (const batch of batchesOf(step.items, step.told)) {
    const objection = doBatch(model, batch, around);
    if (objection !== null) return objection;
  }
  return null;
};

/** Carries out on the model what an event did, or says why it cannot have happened here. The model is changed. */
export const replay = (model: Installation, event: Event, known: Knowledge): Objection => {
  for (const step of event.steps) {
    const objection =
      step.kind === 'arrives'
        ? arrive(model, step, event)
        : step.kind === 'taken'
          ? take(model, step, event)
          : step.kind === 'taken-unseen'
            ? takeUnseen(model, step, event)
            : doItems(model, step, { event, known });
    if (objection !== null) return objection;
  }
  return null;
};

/**
 * Lets the lease of this thread lapse (R7), if it may have by a certain time; returns why not, or null when it has. What
 * the service recorded of the attempt binds it: a lapse that is not recorded did not happen.
 */
export const lapse = (model: Installation, known: Knowledge, byMs: number): Objection => {
  const held = model.tasks.find((task) => task.lease !== null);
  if (held?.lease === undefined || held.lease === null) return 'nobody holds a lease';
  const { expiresAtMs, token } = held.lease;
  if (known.settledTokens.has(token)) return 'its worker settled it';
  const lapsedAtMs = recordedEnd(known, held, 'lapsed');
  if (lapsedAtMs === null && !known.goneIds.has(held.id)) return 'no lapse is recorded';
  if (lapsedAtMs !== null && lapsedAtMs < expiresAtMs) return `task ${held.id} lapsed before its time`;
  if ((lapsedAtMs ?? expiresAtMs) > byMs + clockSlackMs) return 'it is too early';
  perform(model, { kind: 'lapse' }, lapsedAtMs ?? expiresAtMs);
  if (lapsedAtMs === null && held.state === 'ENQUEUED') {
    held.scheduledAtMs = untold;
    held.lineAtMs = untold;
  }
  return null;
};
