import type { TaskSummary } from '@spool/contracts';
import type { Answer as ModelAnswer } from '@spool/oracle/commands.js';
import type { Installation as Model, Task } from '@spool/oracle/installation.js';
import { phaseOf } from '@spool/oracle/running-order.js';
import type { Answer, Told } from '../history/entry.js';
import type { Expected } from './model-step.js';

/** What the lists must show of a task; a phase that changes in just this moment is not compared. */
const shownByModel = (model: Model, task: Task, [fromMs, untilMs]: readonly [number, number]): string => {
  const phases = new Set([phaseOf(model, task, fromMs), phaseOf(model, task, untilMs)]);
  const phase = task.state !== 'ENQUEUED' ? null : phases.size === 1 ? [...phases][0] : 'either';
  return line(task.state, phase ?? null, task);
};

const line = (
  state: string,
  phase: string | null,
  { id, attempt, maxAttempts, scheduledAtMs }: Pick<Task, 'id' | 'attempt' | 'maxAttempts' | 'scheduledAtMs'>,
): string => {
  const isShown = state === 'ENQUEUED' || state === 'IN_PROGRESS';
  return `${id} ${state} ${phase ?? '-'} attempt ${attempt} of ${maxAttempts}${isShown ? ` at ${scheduledAtMs}` : ''}`;
};

/** The differences between the lists of some queues and the model; empty when they agree. */
export const compareLists = (
  model: Model,
  listed: readonly TaskSummary[],
  spanMs: readonly [number, number],
): string[] => {
  const expected = new Map(
    model.tasks
      .filter(({ state }) => state !== 'DELETED' && state !== 'DISCARDED')
      .map((task) => [task.id, shownByModel(model, task, spanMs)]),
  );
  const differences: string[] = [];
  for (const one of listed) {
    const id = Number(one.id);
    const shown = expected.get(id) ?? 'nothing';
    expected.delete(id);
    const phase = shown.includes(' either ') ? 'either' : one.phase;
    const actual = line(one.state, phase, { ...one, id, scheduledAtMs: Date.parse(one.scheduledAt) });
    if (actual !== shown) differences.push(`the service has ${actual}, the model ${shown}`);
  }
  for (const shown of expected.values()) differences.push(`the service has nothing, the model ${shown}`);
  return differences;
};

const say = (answer: Partial<Told> | undefined): string =>
  answer === undefined
    ? 'nothing'
    : [answer.status, answer.code, answer.outcome, answer.scheduledAtMs, answer.newId, answer.promoted]
        .filter((part) => part !== undefined)
        .join(' ');

/** A task that is discarded by one item of a call is gone for the model; the service still knows what that item did. */
const isHonestRepeat = (results: readonly Told[], index: number, model: ModelAnswer | undefined): boolean => {
  const told = results[index];
  if (told?.code !== 'already_settled' || model?.status !== 'error' || model.code !== 'task_not_found')
    return false;
  return results.slice(0, index).some(({ status, outcome }) => status === 'ok' && outcome === told.outcome);
};

const compareResults = (results: readonly Told[], expected: readonly ModelAnswer[]): string[] =>
  results.flatMap((told, index) => {
    const model = expected[index];
    if (isHonestRepeat(results, index, model)) return [];
    // A keepalive's end follows from an instant that only it tells.
    const { leaseExpiresAtMs: _told, ...rest } = told;
    const { promoted, ...others }: Partial<Told> = { ...model };
    // A dead task is in no thread: it names no head, though another item of the call does (the model names it twice).
    const isNamed = told.promoted === undefined && results.some((other) => other.promoted === promoted);
    const wanted: Partial<Told> = isNamed || promoted === undefined ? others : { ...others, promoted };
    const [actual, shown] = [say(rest), say(wanted)];
    return actual === shown ? [] : [`item ${index + 1} was answered "${actual}", the model says "${shown}"`];
  });

/** The differences between what a call was answered and what the model says; empty when they agree. */
export const compareAnswers = (answer: Answer, expected: Expected): string[] => {
  const times = answer.admitted.flatMap(({ id, scheduledAtMs }, index) => {
    const model = expected.admitted[index];
    const wanted = model?.status === 'ok' ? model.scheduledAtMs : undefined;
    return wanted === scheduledAtMs
      ? []
      : [`task ${id} is scheduled at ${scheduledAtMs}, the model says ${wanted}`];
  });
  const taken = answer.taken.map(({ id, token, attempt }) => `${id}#${token} attempt ${attempt}`).join();
  const wanted = expected.taken
    .map((one) => (one.status === 'ok' ? `${one.id}#${one.token} attempt ${one.attempt}` : ''))
    .join();
  return [
    ...times,
    ...compareResults(answer.results, expected.results),
    ...(taken === wanted
      ? []
      : [`${taken || 'nothing'} was handed out, the model says ${wanted || 'nothing'}`]),
  ];
};
