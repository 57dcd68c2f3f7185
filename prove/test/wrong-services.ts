import type { Answer, Command } from '@spool/oracle/commands.js';
import type { Installation, Task } from '@spool/oracle/installation.js';
import { perform } from '@spool/oracle/oracle.js';

/** Carries out a command as a service would: by the model, or with something wrong. */
export type Service = (model: Installation, command: Command, nowMs: number) => Answer[];

const taskOf = (model: Installation, id: number): Task | undefined =>
  model.tasks.find((task) => task.id === id);

/** Changes what came of the items that were done. */
const after =
  (kind: Command['kind'], change: (task: Task, model: Installation, nowMs: number) => void): Service =>
  (model, command, nowMs) => {
    const answers = perform(model, command, nowMs);
    if (command.kind !== kind) return answers;
    for (const { id, status } of answers) {
      const task = taskOf(model, id);
      if (status === 'ok' && task !== undefined) change(task, model, nowMs);
    }
    return answers;
  };

const without = (model: Installation, hidden: readonly Task[], run: () => Answer[]): Answer[] => {
  const { tasks } = model;
  model.tasks = tasks.filter((task) => !hidden.includes(task));
  try {
    return run();
  } finally {
    model.tasks = [...tasks.filter((task) => hidden.includes(task)), ...model.tasks].sort(
      (left, right) => left.id - right.id,
    );
  }
};

/** Services with one thing wrong, each of which the checker must find out. */
export const wrongServices: Readonly<Record<string, Service>> = {
  'a second member of a thread is handed out': (model, command, nowMs) =>
    command.kind === 'dequeue'
      ? without(
          model,
          model.tasks.filter(({ state }) => state === 'IN_PROGRESS'),
          () => perform(model, command, nowMs),
        )
      : perform(model, command, nowMs),
  'the head is the member with the smallest id': (model, command, nowMs) => {
    if (command.kind !== 'dequeue') return perform(model, command, nowMs);
    const isOlder = (task: Task, other: Task): boolean =>
      other.thread === task.thread && other.state === 'ENQUEUED' && other.id < task.id;
    const behind = model.tasks.filter(
      (task) =>
        task.thread !== null &&
        task.state === 'ENQUEUED' &&
        model.tasks.some((other) => isOlder(task, other)),
    );
    return without(model, behind, () => perform(model, command, nowMs));
  },
  'any token is taken for the current one': (model, command, nowMs) => {
    if (command.kind !== 'complete' && command.kind !== 'keepalive') return perform(model, command, nowMs);
    const items = command.items.map(({ id, token }) => ({
      id,
      token: taskOf(model, id)?.lease?.token ?? token,
    }));
    return perform(model, { ...command, items }, nowMs);
  },
  'a completed task runs again': after('complete', (task) => {
    task.state = 'ENQUEUED';
  }),
  'a retry is due at once': after('fail', (task, _model, nowMs) => {
    task.scheduledAtMs = Math.min(task.scheduledAtMs, nowMs);
    task.lineAtMs = task.scheduledAtMs;
  }),
  'a release counts as an attempt': after('release', (task) => {
    task.attempt += 1;
  }),
  'a lapse does not count as an attempt': after('lapse', (task) => {
    if (task.state === 'ENQUEUED') task.attempt -= 1;
  }),
  'a lease is given the token of the one before': after('dequeue', (task, model) => {
    if (task.lease !== null) model.nextToken = task.lease.token;
  }),
  'a dead task is restarted twice': (model, command, nowMs) => {
    if (command.kind === 'restart')
      for (const id of command.ids) {
        const task = taskOf(model, id);
        if (task?.state === 'RESTARTED') task.state = 'DEAD';
      }
    return perform(model, command, nowMs);
  },
  'a restart jumps the line': after('restart', (task, model) => {
    const arrived = taskOf(model, task.replacedBy ?? 0);
    if (arrived !== undefined) arrived.scheduledAtMs = 0;
  }),
  'a deleted task comes back': after('delete', (task) => {
    task.state = 'ENQUEUED';
  }),
  'an earlier arrival does not displace the head': after('enqueue', (task, model) => {
    const before = model.tasks.filter(
      ({ thread, state, id }) => thread === task.thread && state === 'ENQUEUED' && id < task.id,
    );
    for (const other of before) other.scheduledAtMs = Math.min(other.scheduledAtMs, task.scheduledAtMs);
  }),
};
