import type { Answer as ModelAnswer } from '@spool/oracle/commands.js';
import type { Installation as Model } from '@spool/oracle/installation.js';
import { perform } from '@spool/oracle/oracle.js';
import { backoffMs } from '@spool/oracle/settlements.js';
import { batchesOf, commandOf } from '../checker/model-commands.js';
import type { Entry, Item, Told } from '../history/entry.js';

/** When the parts of a call took effect by the database's clock, as far as its answer tells; else when it was asked. */
const instantsOf = (model: Model, { asked, answer, askedAtMs }: Entry) => {
  const askedMs = Math.floor(askedAtMs);
  const [taken] = answer?.taken ?? [];
  const told = asked.items.flatMap((item, index) => timeToldBy(model, item, answer?.results[index]) ?? []);
  return {
    arrivalMs: answer?.admitted[0]?.enqueuedAtMs ?? askedMs,
    changeMs: told[0] ?? askedMs,
    takingMs:
      taken === undefined ? askedMs : taken.leaseExpiresAtMs - (asked.demand?.keepaliveTimeoutMs ?? 0),
  };
};

const timeToldBy = (model: Model, item: Item, told: Told | undefined): number | null => {
  const task = model.tasks.find(({ id }) => id === item.id);
  if (told?.status !== 'ok' || task === undefined) return null;
  if (item.verb === 'fail' && told.scheduledAtMs !== undefined)
    return told.scheduledAtMs - (item.retryAfterMs ?? backoffMs(task.backoff, task.attempt));
  if (item.verb === 'release' && item.delayMs !== undefined && told.scheduledAtMs !== undefined)
    return told.scheduledAtMs - item.delayMs;
  return null;
};

const sentTo = ({ asked }: Entry) =>
  asked.sent.map(({ threadId, scheduledAtMs, maxAttempts }) => ({
    queue: asked.queue ?? '',
    threadId,
    ...(scheduledAtMs === undefined ? {} : { scheduledAtMs }),
    ...(maxAttempts === undefined ? {} : { maxAttempts }),
  }));

/** What the model answers, as the service would say it. */
export interface Expected {
  readonly admitted: readonly ModelAnswer[];
  readonly results: readonly ModelAnswer[];
  readonly taken: readonly ModelAnswer[];
}

/** Carries out an answered call on the model: at its instant, and with the ids and tokens that were given. */
export const carryOut = (model: Model, entry: Entry): Expected => {
  const { asked, answer } = entry;
  const { arrivalMs, changeMs, takingMs } = instantsOf(model, entry);
  const admitted = sentTo(entry).flatMap((task, index) => {
    model.nextId = answer?.admitted[index]?.id ?? model.nextId;
    return perform(model, { kind: 'enqueue', tasks: [task] }, arrivalMs);
  });
  const results = batchesOf(asked.items, answer?.results ?? []).flatMap((batch) => {
    const [first] = batch;
    if (first === undefined) return [];
    if (first.told?.newId !== undefined && first.told.status === 'ok') model.nextId = first.told.newId;
    const items = batch.map(({ item }) => item);
    return perform(model, commandOf(first.item, items), changeMs);
  });
  if (asked.hold !== null && asked.queue !== null)
    perform(model, { kind: asked.hold, queue: asked.queue }, changeMs);
  const taken =
    asked.demand === null || asked.queue === null ? [] : takeFrom(model, entry, asked.queue, takingMs);
  return { admitted, results, taken };
};

/** A task that this very call forwarded gets its id from the answer that hands it out. */
const learnForwardedId = (model: Model, taken: ModelAnswer, toldId: number | undefined): ModelAnswer => {
  const task = model.tasks.find(({ id }) => id === taken.id);
  const isKnown = model.tasks.some(({ id }) => id === toldId);
  if (toldId === undefined || isKnown || task === undefined || task.forwardedFrom === null) return taken;
  const source = model.tasks.find(({ id }) => id === task.forwardedFrom);
  if (source !== undefined) source.replacedBy = toldId;
  task.id = toldId;
  return { ...taken, id: toldId };
};

const takeFrom = (model: Model, { asked, answer }: Entry, queue: string, nowMs: number): ModelAnswer[] => {
  const { max = 0, workerId = '', keepaliveTimeoutMs = 0 } = asked.demand ?? {};
  const answers: ModelAnswer[] = [];
  // One by one, so that each gets the token that the service gave; together they are one dequeue.
  for (let index = 0; index < max; index += 1) {
    model.nextToken = answer?.taken[index]?.token ?? model.nextToken;
    const one = perform(model, { kind: 'dequeue', queue, max: 1, workerId, keepaliveTimeoutMs }, nowMs);
    if (one.length === 0) break;
    answers.push(...one.map((each) => learnForwardedId(model, each, answer?.taken[index]?.id)));
  }
  return answers;
};
