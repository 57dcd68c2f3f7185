import { describe, expect, it } from '@jest/globals';
import { queueConfiguration, type DeadTaskGroup, type Queue, type ThreadSummary } from '@spool/contracts';
import { needsOf, type Situation } from './needs.js';

const nowMs = Date.parse('2026-11-30T12:00:00.000Z');
const ago = (minutes: number): string => new Date(nowMs - minutes * 60_000).toISOString();

const queueWith = (given: Partial<Queue>): Queue => ({
  name: 'orders',
  ...queueConfiguration.parse({}),
  paused: false,
  pauseReason: null,
  version: 1,
  createdAt: ago(60),
  updatedAt: ago(60),
  counts: { ready: 7, scheduled: 0, backoff: 0, waiting: 0, inProgress: 0, dead: 0, completed: 0 },
  oldestReadyAt: ago(2),
  countedAt: ago(0),
  ...given,
});

const groupWith = (given: Partial<DeadTaskGroup>): DeadTaskGroup => ({
  group: '0123456789abcdef',
  queue: 'orders',
  errorType: 'HTTP_503',
  message: 'The receiver answered 503',
  count: 5,
  threads: 1,
  firstSeenAt: ago(60),
  lastSeenAt: ago(1),
  sampleTaskId: '1',
  deathsPerHour: Array.from({ length: 24 }, () => 0),
  status: 'open',
  statusChangedAt: null,
  note: null,
  ...given,
});

const threadRunningFor = (minutes: number, size: number): ThreadSummary => ({
  threadId: 'customer-7',
  queue: null,
  since: ago(60),
  size,
  head: null,
  inProgress: {
    id: '41',
    queue: 'orders',
    threadId: 'customer-7',
    type: null,
    state: 'IN_PROGRESS',
    phase: null,
    attempt: 1,
    maxAttempts: 5,
    scheduledAt: ago(60),
    enqueuedAt: ago(60),
    lease: { workerId: 'worker-3', startedAt: ago(minutes), expiresAt: ago(-1) },
  },
});

const worker = { workerId: 'worker-1', queues: ['orders'], leases: 0, lastCallAt: ago(0) };
const hours = (...last: number[]): number[] => [
  ...Array.from({ length: 24 - last.length }, () => 1),
  ...last,
];

const kindsOf = (situation: Partial<Situation>): string[] =>
  needsOf({ queues: [], workers: [], groups: [], threads: [], ...situation }, nowMs).map(({ kind }) => kind);

describe('what needs an operator', () => {
  it('is nothing while all is well', () => {
    expect(kindsOf({ queues: [queueWith({})], workers: [worker], groups: [groupWith({})] })).toEqual([]);
  });

  it('is a queue with a backlog that no worker serves', () => {
    expect(kindsOf({ queues: [queueWith({})] })).toEqual(['no-worker']);
    expect(kindsOf({ queues: [queueWith({ oldestReadyAt: ago(0.2) })] })).toEqual([]);
    expect(kindsOf({ queues: [queueWith({ paused: true })] })).toEqual([]);
  });

  it('is a queue whose workers fall behind', () => {
    expect(kindsOf({ queues: [queueWith({ oldestReadyAt: ago(6) })], workers: [worker] })).toEqual([
      'behind',
    ]);
  });

  it('is a thread that waits behind a task that runs for long', () => {
    expect(kindsOf({ threads: [threadRunningFor(25, 4)] })).toEqual(['held-thread']);
    expect(kindsOf({ threads: [threadRunningFor(25, 1)] })).toEqual([]);
    expect(kindsOf({ threads: [threadRunningFor(5, 4)] })).toEqual([]);
  });

  it('is an error that rises, unless somebody resolved it', () => {
    expect(kindsOf({ groups: [groupWith({ deathsPerHour: hours(4, 9) })] })).toEqual(['rising-error']);
    expect(kindsOf({ groups: [groupWith({ deathsPerHour: hours(1, 1) })] })).toEqual([]);
    expect(kindsOf({ groups: [groupWith({ deathsPerHour: hours(4, 9), status: 'resolved' })] })).toEqual([]);
  });

  it('is an error that came back after it was resolved', () => {
    expect(kindsOf({ groups: [groupWith({ status: 'regressed' })] })).toEqual(['regressed-error']);
  });
});
