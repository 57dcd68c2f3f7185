import { describe, expect, it, jest } from '@jest/globals';
import {
  aLineCaller,
  handDrivenLine,
  queue,
  settled,
  workersOf,
} from '../../test/support/hand-driven-line.js';

describe('A queue’s line', () => {
  it('serves together, in order, whoever came while a transaction was under way', async () => {
    const { line, takers, takerAt } = handDrivenLine();
    const [first, second, third] = [
      aLineCaller('first'),
      aLineCaller('second', { max: 2 }),
      aLineCaller('third'),
    ];
    for (const { ticket } of [first, second, third]) line.join(ticket);
    expect(workersOf(takerAt(0))).toEqual(['first']);
    await takerAt(0).give(['1']);
    expect(takerAt(1).demands.map(({ workerId, max }) => [workerId, max])).toEqual([
      ['second', 2],
      ['third', 1],
    ]);
    await takerAt(1).give(['2', '3'], ['4']);
    expect([first, second, third].map(({ answer }) => answer)).toEqual([['1'], ['2', '3'], ['4']]);
    expect([takers.length, line.isEmpty]).toEqual([2, true]);
  });

  it('lets nobody overtake one whose demand does not fit into the same transaction', async () => {
    const { line, takerAt } = handDrivenLine();
    const callers = [
      aLineCaller('first'),
      aLineCaller('much', { max: 300 }),
      aLineCaller('more', { max: 300 }),
      aLineCaller('one'),
    ];
    for (const { ticket } of callers) line.join(ticket);
    await takerAt(0).give(['1']);
    expect(workersOf(takerAt(1))).toEqual(['much']);
    await takerAt(1).give(['2']);
    expect(workersOf(takerAt(2))).toEqual(['more', 'one']);
  });

  it('answers at once those who do not wait, and keeps those who do', async () => {
    const { line, takerAt, onWaiting } = handDrivenLine();
    const [hasty, patient] = [aLineCaller('hasty'), aLineCaller('patient', { waitMs: 60_000 })];
    line.join(patient.ticket);
    await takerAt(0).give([]);
    line.join(hasty.ticket);
    await takerAt(1).give([], []);
    expect([hasty.answer, patient.answer]).toEqual([[], undefined]);
    expect([line.hasWaiting, line.queueId]).toEqual([true, queue.id]);
    expect(onWaiting).toHaveBeenCalled();
    line.close();
    await settled();
    expect(patient.answer).toEqual([]);
  });

  it('looks again when it is told so, and serves who waited longest first', async () => {
    const { line, takers, takerAt } = handDrivenLine();
    const [early, late] = [aLineCaller('early', { waitMs: 60_000 }), aLineCaller('late', { waitMs: 60_000 })];
    line.join(early.ticket);
    await takerAt(0).give([]);
    line.join(late.ticket);
    await takerAt(1).give([], []);
    expect(takers).toHaveLength(2);
    line.look();
    expect(workersOf(takerAt(2))).toEqual(['early', 'late']);
    await takerAt(2).give(['1'], []);
    expect([early.answer, late.answer]).toEqual([['1'], undefined]);
    await takerAt(3).give([]);
    line.close();
  });

  it('loses no wake-up that comes while it looks', async () => {
    const { line, takers, takerAt } = handDrivenLine();
    const patient = aLineCaller('patient', { waitMs: 60_000 });
    line.join(patient.ticket);
    line.look();
    await takerAt(0).give([]);
    expect(takers).toHaveLength(2);
    await takerAt(1).give(['1']);
    expect(patient.answer).toEqual(['1']);
  });

  it('does not look when nobody is there', async () => {
    const { line, takers } = handDrivenLine();
    line.look();
    await settled();
    expect(takers).toEqual([]);
  });

  it('tells everybody when there is no such queue', async () => {
    const { line, takerAt } = handDrivenLine();
    const callers = [aLineCaller('hasty'), aLineCaller('patient', { waitMs: 60_000 })];
    for (const { ticket } of callers) line.join(ticket);
    await takerAt(0).findNoQueue();
    await takerAt(1).findNoQueue();
    expect(callers.map(({ answer }) => answer)).toEqual(['no queue', 'no queue']);
  });

  it('refuses those whose transaction failed, and serves those behind them', async () => {
    const { line, takerAt } = handDrivenLine();
    const [unlucky, next] = [aLineCaller('unlucky'), aLineCaller('next', { waitMs: 60_000 })];
    const behind = aLineCaller('behind', { max: 500 });
    for (const { ticket } of [unlucky, next, behind]) line.join(ticket);
    await takerAt(0).fail(new Error('away'));
    expect(unlucky.answer).toEqual(new Error('away'));
    expect(workersOf(takerAt(1))).toEqual(['next']);
    await takerAt(1).fail(new Error('still away'));
    expect(next.answer).toEqual(new Error('still away'));
    expect(workersOf(takerAt(2))).toEqual(['behind']);
    await takerAt(2).give(['1']);
    expect(behind.answer).toEqual(['1']);
  });
});

describe('A caller in the line', () => {
  it('goes home with nothing when its patience ends', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    try {
      const { line, takerAt } = handDrivenLine();
      const patient = aLineCaller('patient', { waitMs: 1_000 });
      line.join(patient.ticket);
      await takerAt(0).give([]);
      jest.advanceTimersByTime(999);
      await settled();
      expect(patient.answer).toBeUndefined();
      jest.advanceTimersByTime(1);
      await settled();
      expect([patient.answer, line.isEmpty]).toEqual([[], true]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('that hangs up while it waits leaves the line', async () => {
    const { line, takers, takerAt } = handDrivenLine();
    const hangUp = new AbortController();
    const gone = aLineCaller('gone', { waitMs: 60_000, gone: hangUp.signal });
    line.join(gone.ticket);
    await takerAt(0).give([]);
    hangUp.abort();
    await settled();
    expect([gone.answer, line.isEmpty]).toEqual([[], true]);
    line.look();
    expect(takers).toHaveLength(1);
  });

  it('that hangs up while it is served is still given its share: somebody must hand that back', async () => {
    const { line, takerAt } = handDrivenLine();
    const hangUp = new AbortController();
    const gone = aLineCaller('gone', { waitMs: 60_000, gone: hangUp.signal });
    line.join(gone.ticket);
    hangUp.abort();
    await settled();
    expect(gone.answer).toBeUndefined();
    await takerAt(0).give(['1']);
    expect(gone.answer).toEqual(['1']);
  });

  it('that had hung up before it joined does not wait', async () => {
    const { line, takerAt } = handDrivenLine();
    const gone = aLineCaller('gone', { waitMs: 60_000, gone: AbortSignal.abort() });
    line.join(gone.ticket);
    await takerAt(0).give([]);
    expect(gone.answer).toEqual([]);
  });
});

describe('A line that closes', () => {
  it('answers who waits, still serves who has not been, and keeps nobody who comes later', async () => {
    const { line, takerAt } = handDrivenLine();
    const waiting = aLineCaller('waiting', { waitMs: 60_000 });
    line.join(waiting.ticket);
    await takerAt(0).give([]);
    const unserved = aLineCaller('unserved', { waitMs: 60_000 });
    line.join(unserved.ticket);
    line.close();
    await takerAt(1).give([], ['1']);
    await takerAt(2).give([]);
    expect([waiting.answer, unserved.answer]).toEqual([[], ['1']]);
    const late = aLineCaller('late', { waitMs: 60_000 });
    line.join(late.ticket);
    await takerAt(3).give([]);
    expect([late.answer, line.isEmpty]).toEqual([[], true]);
  });
});
