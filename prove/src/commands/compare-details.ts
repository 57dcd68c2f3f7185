import type { TaskDetail } from '@spool/contracts';
import type { Installation as Model, Task } from '@spool/oracle/installation.js';
import type { Reading } from '../history/reading.js';
import type { World } from './world.js';

const taskNamed = (model: Model, id: number | null): Task | undefined =>
  id === null ? undefined : model.tasks.find((task) => task.id === id);

/** What a task was before it was restarted or forwarded, if it was either. */
const parentOf = (model: Model, { restartedFrom, forwardedFrom }: Task): Task | undefined =>
  taskNamed(model, restartedFrom ?? forwardedFrom);

/** The task as which all this began: it is the one that was sent. */
const rootOf = (model: Model, task: Task): Task => {
  const parent = parentOf(model, task);
  return parent === undefined ? task : rootOf(model, parent);
};

/** The dead task that a task was forwarded from, itself or before it was restarted. */
const sourceOf = (model: Model, task: Task): Task | undefined => {
  const parent = parentOf(model, task);
  return parent === undefined || task.forwardedFrom !== null ? parent : sourceOf(model, parent);
};

const historyOf = ({ state, attempt, failures }: Task): string => {
  const failed = failures.map((one) =>
    one.errorType === 'KEEPALIVE_LAPSED'
      ? `${one.attempt} lapsed KEEPALIVE_LAPSED`
      : `${one.attempt} failed Meant`,
  );
  const last = { COMPLETED: [`${attempt} completed`], IN_PROGRESS: [`${attempt} runs`] };
  return [...failed, ...(state === 'COMPLETED' || state === 'IN_PROGRESS' ? last[state] : [])].join(', ');
};

const historyTold = ({ history }: TaskDetail): string =>
  history
    .map(({ attempt, outcome, error }) => [attempt, outcome ?? 'runs', error?.type ?? ''].join(' ').trim())
    .join(', ');

const successor = (task: Task, state: Task['state']): string =>
  String(task.state === state ? task.replacedBy : '-');

/** What a task must tell of itself, as far as lists do not. */
const expectedOf = ({ model, sent, results }: World, task: Task): Readonly<Record<string, string>> => {
  const was = sent.get(rootOf(model, task).id);
  const source = sourceOf(model, task);
  return {
    queue: task.queue,
    payload: was?.marker ?? '-',
    type: was?.type ?? '-',
    result: task.state === 'COMPLETED' ? (results.get(task.id) ?? '-') : '-',
    restartedFrom: String(task.restartedFrom ?? '-'),
    restartedAs: successor(task, 'RESTARTED'),
    forwardedAs: successor(task, 'FORWARDED'),
    deadLetter: source === undefined ? '-' : `${source.id} of ${source.queue}, attempt ${source.attempt}`,
    history: historyOf(task),
  };
};

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '-');

const toldBy = (task: TaskDetail): Readonly<Record<string, string>> => {
  const { queue, payload, type, result, deadLetter } = task;
  return {
    queue,
    payload: textOf(payload),
    type: type ?? '-',
    result: textOf(result),
    restartedFrom: task.restartedFrom ?? '-',
    restartedAs: task.restartedAs ?? '-',
    forwardedAs: task.forwardedAs ?? '-',
    deadLetter:
      deadLetter === undefined
        ? '-'
        : `${deadLetter.taskId} of ${deadLetter.queue}, attempt ${deadLetter.attempt}`,
    history: historyTold(task),
  };
};

/** The differences between what a task tells of itself and the model; empty when they agree. */
export const compareDetails = (world: World, task: Task, detail: TaskDetail | null): string[] => {
  if (detail === null) return [`task ${task.id} is not found, the model has it ${task.state}`];
  const told = toldBy(detail);
  return Object.entries(expectedOf(world, task)).flatMap(([name, expected]) =>
    told[name] === expected
      ? []
      : [`${name} of task ${task.id} is "${told[name]}", the model says "${expected}"`],
  );
};

const readersAtOnce = 8;

/** Reads every task that is still there, and tells where it differs from the model. */
export const findDetailDifferences = async (world: World, reading: Reading): Promise<string[]> => {
  const left = world.model.tasks.filter(({ state }) => state !== 'DELETED' && state !== 'DISCARDED');
  const differences: string[] = [];
  const read = async (): Promise<void> => {
    for (let task = left.pop(); task !== undefined; task = left.pop())
      differences.push(...compareDetails(world, task, await reading.task(task.id)));
  };
  await Promise.all(Array.from({ length: readersAtOnce }, read));
  return differences;
};
