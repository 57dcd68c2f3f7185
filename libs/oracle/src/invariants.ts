import type { LiveTask, Observation } from './observation.js';

type Rule = (seen: Observation) => string[];

function inThread(seen: Observation, thread: string): LiveTask[] {
  return seen.live.filter((task) => task.thread === thread);
}

function threadsOfTasks(seen: Observation): string[] {
  return [...new Set(seen.live.flatMap((task) => (task.thread === null ? [] : [task.thread])))];
}

function isBefore(left: LiveTask, right: LiveTask): boolean {
  if (left.scheduledAtMs !== right.scheduledAtMs) return left.scheduledAtMs < right.scheduledAtMs;
  return left.id < right.id;
}

const singleFlight: Rule = (seen) =>
  threadsOfTasks(seen).flatMap((thread) => {
    const running = inThread(seen, thread).filter((task) => task.state === 'IN_PROGRESS');
    const ids = running.map((task) => task.id).join(', ');
    return running.length > 1
      ? [`R1: thread ${thread} has ${running.length} members in progress: ${ids}`]
      : [];
  });

const onlyTheHeadIsACandidate: Rule = (seen) =>
  seen.live.flatMap((task) => {
    if (task.candidateFromMs === null) return [];
    if (task.state === 'IN_PROGRESS') return [`R2: task ${task.id} is a candidate while in progress`];
    if (task.thread === null) return [];
    const others = inThread(seen, task.thread).filter((other) => other.id !== task.id);
    return others.flatMap((other) => {
      if (other.state === 'IN_PROGRESS') return [`R2: task ${task.id} is a candidate while ${other.id} runs`];
      return isBefore(other, task)
        ? [`R2, R3: task ${task.id} is a candidate though ${other.id} is earlier`]
        : [];
    });
  });

const aFreeTaskIsACandidate: Rule = (seen) =>
  seen.live
    .filter((task) => task.thread === null && task.state === 'ENQUEUED' && task.candidateFromMs === null)
    .map((task) => `R2: task ${task.id} without a thread can never be dequeued`);

const noCandidateIsEarly: Rule = (seen) =>
  seen.live
    .filter((task) => task.candidateFromMs !== null && task.candidateFromMs < task.scheduledAtMs)
    .map((task) => `R2: task ${task.id} may be dequeued before its time`);

const everyThreadHasOneFront: Rule = (seen) =>
  seen.threads.flatMap(({ thread, frontId }) => {
    const members = inThread(seen, thread);
    const front = members.find((task) => task.id === frontId);
    if (front === undefined) return [`R2: the front ${frontId} of thread ${thread} is no member of it`];
    if (front.state === 'IN_PROGRESS') return [];
    if (members.some((task) => task.state === 'IN_PROGRESS'))
      return [`R2: thread ${thread} does not know who runs`];
    return front.candidateFromMs === null
      ? [`R2: thread ${thread} is stuck: its head ${frontId} is no candidate`]
      : [];
  });

const threadsExistWhileTheyHaveMembers: Rule = (seen) => [
  ...threadsOfTasks(seen)
    .filter((thread) => !seen.threads.some((known) => known.thread === thread))
    .map((thread) => `R10: thread ${thread} has members and does not exist`),
  ...seen.threads
    .filter((known) => inThread(seen, known.thread).length !== known.size || known.size === 0)
    .map(
      (known) =>
        `R10: thread ${known.thread} says size ${known.size}, not ${inThread(seen, known.thread).length}`,
    ),
];

const attemptsAreBounded: Rule = (seen) =>
  seen.live.flatMap((task) => {
    const most = task.state === 'IN_PROGRESS' ? task.maxAttempts : task.maxAttempts - 1;
    const least = task.state === 'IN_PROGRESS' ? 1 : 0;
    const isBounded = task.attempt >= least && task.attempt <= most;
    return isBounded
      ? []
      : [`R11: task ${task.id} is ${task.state} at attempt ${task.attempt}/${task.maxAttempts}`];
  });

const leasesBelongToRunningTasks: Rule = (seen) =>
  seen.live
    .filter((task) => (task.state === 'IN_PROGRESS') !== (task.token !== null))
    .map((task) => `R12: task ${task.id} is ${task.state} with ${task.token === null ? 'no' : 'a'} lease`);

const everyTaskIsInOnePlace: Rule = (seen) => {
  const ids = [...seen.live, ...seen.ended].map((task) => task.id);
  return ids
    .filter((id, index) => ids.indexOf(id) !== index)
    .map((id) => `R13: task ${id} is in more than one place`);
};

const whatWasReplacedLivesOnOnce: Rule = (seen) => {
  const known = new Set([...seen.live, ...seen.ended].map((task) => task.id));
  const replacements = seen.ended.flatMap((task) => (task.replacedBy === null ? [] : [task.replacedBy]));
  return seen.ended.flatMap((task) => {
    const mustLiveOn = task.state === 'RESTARTED' || task.state === 'FORWARDED';
    if (task.replacedBy === null) return mustLiveOn ? [`R13: task ${task.id} was lost on its way`] : [];
    if (!mustLiveOn && task.state !== 'DELETED') return [`R13: ${task.state} task ${task.id} was replaced`];
    if (!known.has(task.replacedBy)) return [`R13: task ${task.id} was lost on its way`];
    const times = replacements.filter((id) => id === task.replacedBy).length;
    return times > 1 ? [`R9: task ${task.replacedBy} replaces ${times} tasks`] : [];
  });
};

const rulesOfAnInstant: readonly Rule[] = [
  singleFlight,
  onlyTheHeadIsACandidate,
  aFreeTaskIsACandidate,
  noCandidateIsEarly,
  everyThreadHasOneFront,
  threadsExistWhileTheyHaveMembers,
  attemptsAreBounded,
  leasesBelongToRunningTasks,
  everyTaskIsInOnePlace,
  whatWasReplacedLivesOnOnce,
];

/** Every broken rule of what is seen at one instant, in words; empty when all hold. */
export function brokenInvariants(seen: Observation): string[] {
  return rulesOfAnInstant.flatMap((rule) => rule(seen));
}

/** Throws with every broken rule in its message. */
export function checkInvariants(seen: Observation): void {
  const broken = brokenInvariants(seen);
  if (broken.length > 0) throw new Error(broken.join('\n'));
}
