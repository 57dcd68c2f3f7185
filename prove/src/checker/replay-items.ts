import type { Answer as ModelAnswer } from '@spool/oracle/commands.js';
import type { Installation } from '@spool/oracle/installation.js';
import { visibleTask } from '@spool/oracle/installation.js';
import { perform } from '@spool/oracle/oracle.js';
import { isLive } from '@spool/oracle/running-order.js';
import { backoffMs } from '@spool/oracle/settlements.js';
import type { Item, Told } from '../history/entry.js';
import type { Event, Knowledge, Step } from './events.js';
import { batchesOf, commandOf, type Done } from './model-commands.js';
import { isWithin, recordedEnd, taskOf, untold, type Objection } from './objection.js';

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

const newIdOf = ({ item, told }: Done, known: Knowledge): number | undefined =>
  told?.newId ?? known.restartedAs.get(item.id);

/** What one call restarts of a thread arrives in its old order, whatever the order of the call: the new ids tell it. */
const inOrderOfArrival = (batches: readonly Done[][], known: Knowledge): Done[][] => {
  const placeOf = ([first]: Done[]): number =>
    (first?.item.verb === 'restart' ? newIdOf(first, known) : undefined) ?? Number.MAX_SAFE_INTEGER;
  return batches.toSorted((left, right) => placeOf(left) - placeOf(right));
};

/** What replaces a dead task gets the id that was told, or seen later. */
const prepareRestart = (model: Installation, { item, told }: Done, known: Knowledge): Objection => {
  const newId = newIdOf({ item, told }, known);
  if (item.verb !== 'restart' || newId === undefined || told?.status === 'error') return null;
  if (newId < model.nextId) return `task ${item.id} was restarted as ${newId}, which is not the largest id`;
  model.nextId = newId;
  return null;
};

/** The call, and what is known beside it. */
export interface Around {
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

/** Does with tasks what a call asked for, and holds its results against the model's. */
export const doItems = (
  model: Installation,
  step: Extract<Step, { kind: 'items' }>,
  around: Around,
): Objection => {
  for (const batch of inOrderOfArrival(batchesOf(step.items, step.told), around.known)) {
    const objection = doBatch(model, batch, around);
    if (objection !== null) return objection;
  }
  return null;
};
