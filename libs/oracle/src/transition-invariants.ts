import type { Answer, Command } from './commands.js';
import type { LiveTask, Observation } from './observation.js';

/** One step: what was seen before and after it, what was asked and what was answered. */
export interface Step {
  before: Observation;
  command: Command;
  nowMs: number;
  answers: readonly Answer[];
  after: Observation;
}

type Rule = (step: Step) => string[];

function liveById(seen: Observation): Map<number, LiveTask> {
  return new Map(seen.live.map((task) => [task.id, task]));
}

const aDequeueTakesReadyTasks: Rule = ({ before, command, nowMs, answers }) => {
  if (command.kind !== 'dequeue') return [];
  const candidates = liveById(before);
  return answers.flatMap(({ id }) => {
    if (before.pausedQueues.includes(command.queue)) return [`R14: task ${id} was taken from a paused queue`];
    const task = candidates.get(id);
    const fromMs = task?.candidateFromMs ?? null;
    return fromMs !== null && fromMs <= nowMs ? [] : [`R2: task ${id} was dequeued and was not ready`];
  });
};

const laterDequeuesGetLargerTokens: Rule = ({ before, command, answers }) => {
  if (command.kind !== 'dequeue') return [];
  const largest = Math.max(0, ...before.live.map((task) => task.token ?? 0));
  return answers
    .filter((answer) => answer.status === 'ok' && (answer.token ?? 0) <= largest)
    .map((answer) => `R12: task ${answer.id} got a token that is not larger than an earlier one`);
};

const onlyItsOwnEndStopsARunningTask: Rule = ({ before, command, answers, after }) => {
  const now = liveById(after);
  const ended = answers.filter((answer) => answer.status === 'ok').map((answer) => answer.id);
  return before.live
    .filter((task) => task.state === 'IN_PROGRESS' && now.get(task.id)?.token !== task.token)
    .filter((task) => !ended.includes(task.id))
    .map((task) => `R3: ${command.kind} took task ${task.id} from its worker`);
};

const aRefusalChangesNothing: Rule = ({ before, command, answers, after }) => {
  if (answers.length === 0 || answers.some((answer) => answer.status === 'ok')) return [];
  const isSame = JSON.stringify(before) === JSON.stringify(after);
  return isSame ? [] : [`R12: a ${command.kind} that was refused changed something`];
};

const nothingIsLost: Rule = ({ before, command, after }) => {
  const known = new Set([...after.live, ...after.ended].map((task) => task.id));
  return [...before.live, ...before.ended]
    .filter((task) => !known.has(task.id))
    .map((task) => `R13: task ${task.id} vanished at ${command.kind}`);
};

const deadStaysDeadOrIsReplacedOnce: Rule = ({ before, command, after }) => {
  const now = new Map(after.ended.map((task) => [task.id, task]));
  return before.ended.flatMap((task) => {
    const later = now.get(task.id);
    if (later === undefined) return [`R13: ended task ${task.id} is live again after ${command.kind}`];
    const isRepeated = task.replacedBy !== null && later.replacedBy !== task.replacedBy;
    return isRepeated ? [`R9: task ${task.id} was replaced a second time`] : [];
  });
};

const aRestartNeverJumpsTheLine: Rule = ({ command, answers, nowMs, after }) => {
  if (command.kind !== 'restart') return [];
  const now = liveById(after);
  return answers.flatMap((answer) => {
    if (answer.status !== 'ok' || answer.newId === undefined) return [];
    const restarted = now.get(answer.newId);
    const isNew = restarted?.attempt === 0 && restarted.scheduledAtMs >= nowMs;
    return isNew ? [] : [`R9: restarted task ${answer.newId} is not a new arrival`];
  });
};

const rulesOfAStep: readonly Rule[] = [
  aDequeueTakesReadyTasks,
  laterDequeuesGetLargerTokens,
  onlyItsOwnEndStopsARunningTask,
  aRefusalChangesNothing,
  nothingIsLost,
  deadStaysDeadOrIsReplacedOnce,
  aRestartNeverJumpsTheLine,
];

/** Every rule that one step broke, in words; empty when all hold. */
export function brokenByStep(step: Step): string[] {
  return rulesOfAStep.flatMap((rule) => rule(step));
}
