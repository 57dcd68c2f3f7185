import { describe, expect, test } from '@jest/globals';
import { brokenInvariants } from './invariants.js';
import { stageWith } from './model-stage.js';
import type { EndedTask, LiveTask, LivingThread, Observation } from './observation.js';
import { brokenByStep, type Step } from './transition-invariants.js';

const free: LiveTask = {
  id: 1,
  queue: 'q',
  thread: null,
  state: 'ENQUEUED',
  attempt: 0,
  maxAttempts: 3,
  scheduledAtMs: 10,
  token: null,
  leaseExpiresAtMs: null,
  candidateFromMs: 10,
};
const head: LiveTask = { ...free, thread: '/T' };
const waiting: LiveTask = { ...head, id: 2, scheduledAtMs: 20, candidateFromMs: null };
const held = {
  state: 'IN_PROGRESS',
  attempt: 1,
  token: 7,
  leaseExpiresAtMs: 99,
  candidateFromMs: null,
} as const;
const running: LiveTask = { ...head, ...held };
const thread: LivingThread = { thread: '/T', frontId: 1, size: 2, lastArrivalMs: 10 };
const dead: EndedTask = { id: 5, state: 'DEAD', replacedBy: null };

function seeing(seen: Partial<Observation>): Observation {
  return { pausedQueues: [], live: [], threads: [], ended: [], ...seen };
}

describe('the invariants of an instant', () => {
  test('hold for what the model itself does', () => {
    const stage = stageWith();
    stage.perform({ kind: 'enqueue', tasks: [{ queue: 'q', threadId: 'T' }] }, 0);
    expect(brokenInvariants(stage.observe())).toEqual([]);
  });

  test('hold for a head with one behind it, and for a runner with one behind it', () => {
    expect(brokenInvariants(seeing({ live: [head, waiting], threads: [thread] }))).toEqual([]);
    expect(brokenInvariants(seeing({ live: [running, waiting], threads: [thread] }))).toEqual([]);
  });

  test.each<[string, RegExp, Partial<Observation>]>([
    [
      'two run',
      /^R1: .* 2 members in progress: 1, 2/m,
      { live: [running, { ...waiting, ...held }], threads: [thread] },
    ],
    [
      'one is ready behind a runner',
      /^R2: task 2 is a candidate while 1 runs/m,
      { live: [running, { ...waiting, candidateFromMs: 20 }], threads: [thread] },
    ],
    [
      'a displaced head stays a candidate',
      /^R2, R3: task 2 .* 1 is earlier/m,
      { live: [head, { ...waiting, candidateFromMs: 20 }], threads: [thread] },
    ],
    [
      'a runner is a candidate',
      /^R2: task 1 .* in progress/m,
      { live: [{ ...running, candidateFromMs: 10 }] },
    ],
    [
      'nobody is a candidate',
      /^R2: thread \/T is stuck/m,
      { live: [{ ...head, candidateFromMs: null }, waiting], threads: [thread] },
    ],
    [
      'the front has left',
      /^R2: the front 3/m,
      { live: [head, waiting], threads: [{ ...thread, frontId: 3 }] },
    ],
    [
      'the front is not who runs',
      /^R2: .* does not know who runs/m,
      { live: [running, waiting], threads: [{ ...thread, frontId: 2 }] },
    ],
    [
      'a free task is no candidate',
      /^R2: task 1 without a thread/m,
      { live: [{ ...free, candidateFromMs: null }] },
    ],
    ['a candidate is early', /^R2: task 1 .* before its time/m, { live: [{ ...free, candidateFromMs: 9 }] }],
    ['a thread is empty', /^R10: thread \/T says size 2, not 0/m, { threads: [thread] }],
    ['a thread is missing', /^R10: thread \/T has members/m, { live: [head, waiting] }],
    ['a task has run too often', /^R11: task 1/m, { live: [{ ...free, attempt: 3 }] }],
    [
      'a runner has no lease',
      /^R12: task 1 .* no lease/m,
      { live: [{ ...running, token: null }, waiting], threads: [thread] },
    ],
    [
      'a task is live and dead',
      /^R13: task 1 .* more than one/m,
      { live: [free], ended: [{ ...dead, id: 1 }] },
    ],
    ['a restarted task left nothing', /^R13: task 5 was lost/m, { ended: [{ ...dead, state: 'RESTARTED' }] }],
    ['a dead task is replaced', /^R13: DEAD task 5/m, { live: [free], ended: [{ ...dead, replacedBy: 1 }] }],
    [
      'two live on as one',
      /^R9: task 1 replaces 2/m,
      { live: [free], ended: [5, 6].map((id) => ({ id, state: 'RESTARTED', replacedBy: 1 })) },
    ],
  ])('are broken when %s', (_case, message, seen) => {
    expect(brokenInvariants(seeing(seen)).join('\n')).toMatch(message);
  });
});

describe('the invariants of a step', () => {
  const quiet: Step = {
    before: seeing({}),
    command: { kind: 'lapse' },
    nowMs: 50,
    answers: [],
    after: seeing({}),
  };
  const dequeue = { kind: 'dequeue', queue: 'q', max: 1, workerId: 'worker' } as const;
  const restart = { kind: 'restart', ids: [5] } as const;

  test.each<[string, RegExp, Partial<Step>]>([
    [
      'a paused queue hands out',
      /^R14/m,
      {
        before: seeing({ pausedQueues: ['q'], live: [free] }),
        command: dequeue,
        answers: [{ id: 1, status: 'ok', token: 1 }],
      },
    ],
    [
      'a waiting task is dequeued',
      /^R2: task 2/m,
      {
        before: seeing({ live: [head, waiting] }),
        command: dequeue,
        answers: [{ id: 2, status: 'ok', token: 1 }],
      },
    ],
    [
      'a task is dequeued early',
      /^R2: task 1/m,
      {
        before: seeing({ live: [free] }),
        nowMs: 9,
        command: dequeue,
        answers: [{ id: 1, status: 'ok', token: 1 }],
      },
    ],
    [
      'a token goes back',
      /^R12: task 2/m,
      { before: seeing({ live: [running] }), command: dequeue, answers: [{ id: 2, status: 'ok', token: 6 }] },
    ],
    [
      'a runner is interrupted',
      /^R3: lapse took task 1/m,
      { before: seeing({ live: [running] }), after: seeing({ live: [head] }) },
    ],
    [
      'a refusal changes something',
      /^R12: .* refused changed/m,
      { answers: [{ id: 1, status: 'error', code: 'lease_lost' }], after: seeing({ live: [free] }) },
    ],
    ['a task vanishes', /^R13: task 1 vanished/m, { before: seeing({ live: [free] }) }],
    [
      'a dead task lives again',
      /^R13: ended task 5/m,
      { before: seeing({ ended: [dead] }), after: seeing({ live: [{ ...free, id: 5 }] }) },
    ],
    [
      'a task is restarted twice',
      /^R9: task 5/m,
      {
        before: seeing({ ended: [{ ...dead, replacedBy: 1 }] }),
        after: seeing({ ended: [{ ...dead, replacedBy: 2 }] }),
      },
    ],
    [
      'a restart jumps the line',
      /^R9: restarted task 1/m,
      { command: restart, answers: [{ id: 5, status: 'ok', newId: 1 }], after: seeing({ live: [free] }) },
    ],
  ])('are broken when %s', (_case, message, step) => {
    expect(brokenByStep({ ...quiet, ...step }).join('\n')).toMatch(message);
  });
});
