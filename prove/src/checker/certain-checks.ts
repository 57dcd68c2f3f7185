import type { Entry } from '../history/entry.js';
import type { Finding } from '../stage.js';
import type { Deed, Hold, Sightings } from './sightings.js';

/** How far the database's clock, which is read in whole milliseconds, may be from the clients'. */
const clockSlackMs = 250;

type Check = (seen: Sightings, entries: readonly Entry[]) => Finding[];

const byThread = (holds: readonly Hold[]): Hold[][] => {
  const groups = new Map<string, Hold[]>();
  for (const hold of holds) {
    const key = hold.taken.threadId ?? `task ${hold.taken.id}`;
    groups.set(key, [...(groups.get(key) ?? []), hold]);
  }
  return [...groups.values()];
};

const nameOf = ({ taken }: Hold): string => `task ${taken.id} (token ${taken.token})`;

/** R1: of what was certainly in somebody's hands, no two holds of a thread overlap. */
const oneAtATime: Check = ({ holds }) =>
  byThread(holds).flatMap((group) => {
    const certain = group.filter(({ fromMs, untilMs }) => fromMs < untilMs);
    const inOrder = certain.toSorted((left, right) => left.fromMs - right.fromMs);
    const findings: Finding[] = [];
    let last: Hold | undefined;
    for (const hold of inOrder) {
      if (last !== undefined && hold.fromMs < last.untilMs) {
        const text = `${nameOf(hold)} was handed out while ${nameOf(last)} was held in thread ${hold.taken.threadId}`;
        findings.push({ rule: 'R1', text });
      }
      if (last === undefined || hold.untilMs > last.untilMs) last = hold;
    }
    return findings;
  });

/** R12: a dequeue that was asked after another was answered has a larger token. */
const tokensGrow: Check = ({ holds }) =>
  byThread(holds).flatMap((group) => {
    const answers = group.toSorted((left, right) => left.entry.endedAtMs - right.entry.endedAtMs);
    const questions = group.toSorted((left, right) => left.entry.askedAtMs - right.entry.askedAtMs);
    const findings: Finding[] = [];
    let next = 0;
    let largest: Hold | undefined;
    for (const hold of questions) {
      for (; (answers[next]?.entry.endedAtMs ?? Infinity) < hold.entry.askedAtMs; next += 1) {
        const before = answers[next];
        if (before !== undefined && before.taken.token > (largest?.taken.token ?? 0)) largest = before;
      }
      if (largest !== undefined && hold.taken.token <= largest.taken.token)
        findings.push({ rule: 'R12', text: `${nameOf(hold)} came after ${nameOf(largest)}` });
    }
    return findings;
  });

const isDone = ({ told }: Deed): boolean => told?.status === 'ok';

/** R12: a token is not accepted once a later dequeue of the same task was answered. */
const staleTokens: Check = ({ holds, deedsOf }) =>
  holds.flatMap((later) =>
    (deedsOf.get(later.taken.id) ?? []).flatMap((deed): Finding[] => {
      const { item, entry } = deed;
      if (!('token' in item) || !isDone(deed)) return [];
      const isStale = item.token < later.taken.token && entry.askedAtMs > later.entry.endedAtMs;
      const text = `${item.verb} of task ${item.id} with token ${item.token} was accepted after ${nameOf(later)}`;
      return isStale ? [{ rule: 'R12', text }] : [];
    }),
  );

/** A token settles once, a task is completed once, and a dead task is restarted once (R9, R12). */
const onceOnly: Check = ({ deedsOf }) =>
  [...deedsOf].flatMap(([id, deeds]) => {
    const done = deeds.filter(isDone);
    const completed = done.filter(({ item }) => item.verb === 'complete');
    const restarted = done.filter(({ item }) => item.verb === 'restart');
    const deleted = done.filter(({ item }) => item.verb === 'delete');
    const settled = new Map<number, number>();
    for (const { item } of done)
      if ('token' in item && item.verb !== 'keepalive')
        settled.set(item.token, (settled.get(item.token) ?? 0) + 1);
    return [
      ...(completed.length > 1
        ? [{ rule: 'R13', text: `task ${id} was completed ${completed.length} times` }]
        : []),
      ...(restarted.length > 1
        ? [{ rule: 'R9', text: `task ${id} was restarted ${restarted.length} times` }]
        : []),
      ...(deleted.length > 1 ? [{ rule: 'R8', text: `task ${id} was deleted ${deleted.length} times` }] : []),
      ...[...settled].flatMap(([token, times]) =>
        times > 1 ? [{ rule: 'R12', text: `token ${token} of task ${id} settled it ${times} times` }] : [],
      ),
    ];
  });

/** R2: by the database's own word, nothing is handed out before its time. */
const neverEarly: Check = ({ holds }) =>
  holds.flatMap(({ entry, taken }) => {
    const takenAtMs = taken.leaseExpiresAtMs - (entry.asked.demand?.keepaliveTimeoutMs ?? 0);
    const text = `task ${taken.id} was handed out ${taken.scheduledAtMs - takenAtMs} ms before its time`;
    return takenAtMs < taken.scheduledAtMs ? [{ rule: 'R2', text }] : [];
  });

/** R5: a retry is not due before the failure was reported and its delay has passed. */
const retriesWait: Check = ({ deeds }) =>
  deeds.flatMap(({ item, told, entry }) => {
    const { scheduledAtMs } = told ?? {};
    if (item.verb !== 'fail' || item.retryAfterMs === undefined || scheduledAtMs === undefined) return [];
    const earlyMs = entry.askedAtMs + item.retryAfterMs - scheduledAtMs;
    const text = `the retry of task ${item.id} is scheduled ${Math.round(earlyMs)} ms too early`;
    return earlyMs > clockSlackMs ? [{ rule: 'R5', text }] : [];
  });

/** R14: between the answer to a pause and the next resume, nothing that was asked in between is handed out. */
const pausesHold: Check = ({ holds }, entries) => {
  const pauses = entries.filter(({ asked, fate }) => asked.hold === 'pause' && fate === 'answered');
  const resumes = entries.filter(({ asked }) => asked.hold === 'resume');
  return pauses.flatMap((pause) => {
    const fromMs = pause.endedAtMs;
    // A resume that was asked before the pause's answer may have come after the pause.
    const untilMs = Math.min(
      ...resumes
        .filter(({ asked, endedAtMs }) => asked.queue === pause.asked.queue && endedAtMs > pause.askedAtMs)
        .map(({ askedAtMs }) => askedAtMs),
    );
    return holds
      .filter(({ entry }) => entry.asked.queue === pause.asked.queue)
      .filter(({ entry }) => entry.askedAtMs > fromMs && entry.endedAtMs < untilMs)
      .map((hold) => ({ rule: 'R14', text: `${nameOf(hold)} was handed out of a paused queue` }));
  });
};

/** R13: what was sent once is there once, but for restarts. */
const nothingTwice: Check = ({ holds, deeds }, entries) => {
  const idsOf = new Map<string, Set<number>>();
  const note = (marker: string, id: number): void => {
    idsOf.set(marker, (idsOf.get(marker) ?? new Set()).add(id));
  };
  const restarted = new Set(deeds.flatMap(({ told }) => told?.newId ?? []));
  const perhapsRestarted = new Set(
    deeds.flatMap(({ item, told }) => (item.verb === 'restart' && told === null ? [item.id] : [])),
  );
  for (const { taken } of holds) if (!restarted.has(taken.id)) note(taken.marker, taken.id);
  for (const { asked, answer } of entries)
    for (const [index, { id }] of (answer?.admitted ?? []).entries())
      note(asked.sent[index]?.marker ?? '', id);
  return [...idsOf].flatMap(([marker, ids]) =>
    ids.size > 1 && ![...ids].some((id) => perhapsRestarted.has(id))
      ? [{ rule: 'R13', text: `what was sent once (${marker}) became tasks ${[...ids].join(' and ')}` }]
      : [],
  );
};

const checks: readonly Check[] = [
  oneAtATime,
  tokensGrow,
  staleTokens,
  onceOnly,
  neverEarly,
  retriesWait,
  pausesHold,
  nothingTwice,
];

/** What is wrong whatever happened between: decided by intervals alone, exactly, and at once. */
export const checkCertainties = (seen: Sightings, entries: readonly Entry[]): Finding[] =>
  checks.flatMap((check) => check(seen, entries));
