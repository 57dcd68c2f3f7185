import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SpoolApplication } from '../../src/create-application.js';
import { ExpireLeases } from '../../src/maintenance/expire-leases.js';
import { expectCleanAudit } from '../support/auditor.js';
import type { Call } from '@spool/test-bed/caller.js';
import type { Cut } from '@spool/test-bed/fault-proxy.js';
import { startFaultyReplica, stopJobs, type FaultyReplica } from '../support/faulty-replica.js';
import { freshName } from '../support/fresh-names.js';
import { operations, type Operation, type Scene, type Via } from '../support/interruptible-operations.js';
import { InterruptionStage } from '../support/interruption-stage.js';
import { holdOpen } from '../support/outside-session.js';
import { startSpool, type TestSpool } from '../support/spool.js';
import { TaskCalls } from '../support/task-calls.js';

let spool: TestSpool;
let faulty: FaultyReplica;
let healthy: Via;
let cuttable: Via;

const viaOf = (call: Call, { app }: SpoolApplication): Via => ({
  call,
  expire: () => app.get(ExpireLeases).run(),
});

beforeAll(async () => {
  spool = await startSpool();
  stopJobs(spool.application);
  faulty = await startFaultyReplica(spool);
  healthy = viaOf(spool.call, spool.application);
  cuttable = viaOf(faulty.call, faulty.application);
});

afterAll(async () => {
  await faulty.close();
  await spool.close();
});

const never = Number.POSITIVE_INFINITY;

/** How an operation goes when nothing is cut, and when it is asked for a second time. */
interface Course {
  readonly statements: readonly string[];
  readonly before: readonly string[];
  readonly told: string;
  readonly after: readonly string[];
  readonly toldAgain: string;
  readonly afterAgain: readonly string[];
}

const buildStage = (operation: Operation): Promise<InterruptionStage> =>
  InterruptionStage.build(spool.database, new TaskCalls(spool.call), operation, freshName('queue'));

const undisturbedCourse = async (operation: Operation, stage: InterruptionStage): Promise<Course> => {
  const [scene] = await stage.set(1);
  if (scene === undefined) throw new Error('There is no scene.');
  await stage.begin(scene);
  const before = await stage.pictureOf(scene);
  const { statements } = faulty.proxy.arm({ atStatement: never, side: 'after', staysAway: false });
  const told = await operation.act(cuttable, scene);
  await faulty.proxy.heal();
  const after = await stage.pictureOf(scene);
  expect(statements[0]).toBe('START TRANSACTION');
  expect(statements.at(-1)).toBe('COMMIT');
  const isRepeatable = operation.takesMoreWhenRepeated !== true;
  const toldAgain = isRepeatable ? await operation.act(healthy, scene) : '';
  return { statements, before, told, after, toldAgain, afterAgain: await stage.pictureOf(scene) };
};

const actUnderFault = async (operation: Operation, scene: Scene, cut: Cut) => {
  const armed = faulty.proxy.arm(cut);
  const told = await operation.act(cuttable, scene).catch((error: unknown) => `refused: ${String(error)}`);
  expect([armed.happened, told]).toEqual([true, expect.anything()]);
  await faulty.proxy.heal();
  return { told, statement: armed.statements.at(-1) };
};

const cutsOf = ({ statements }: Course, staysAway: boolean): Cut[] =>
  statements.map((_, index) => ({ atStatement: index + 1, side: 'after', staysAway }));

describe('T50: a connection that is cut after any statement', () => {
  it.each(operations)(
    'T50: $name happens once, and is told so, when the way is free again',
    async (operation) => {
      const stage = await buildStage(operation);
      const course = await undisturbedCourse(operation, stage);
      const beforeCommit: Cut = { atStatement: course.statements.length, side: 'before', staysAway: false };
      const cuts = [...cutsOf(course, false), beforeCommit];
      const scenes = await stage.set(cuts.length);
      for (const [index, cut] of cuts.entries()) {
        const scene = scenes[index];
        if (scene === undefined) throw new Error('There is no scene.');
        await stage.begin(scene);
        const { told, statement } = await actUnderFault(operation, scene, cut);
        const place = `${cut.side} ${statement}`;
        expect([place, told, ...(await stage.pictureOf(scene))]).toEqual([
          place,
          course.told,
          ...course.after,
        ]);
      }
      await expectCleanAudit(spool);
      expect(await stage.drain(healthy.expire)).toEqual([]);
      await expectCleanAudit(spool);
    },
  );

  it.each(operations)(
    'T50: $name happened whole or not at all when the database stays away',
    async (operation) => {
      const stage = await buildStage(operation);
      const course = await undisturbedCourse(operation, stage);
      const cuts = cutsOf(course, true);
      const scenes = await stage.set(cuts.length);
      for (const [index, cut] of cuts.entries()) {
        const scene = scenes[index];
        if (scene === undefined) throw new Error('There is no scene.');
        await stage.begin(scene);
        const { statement } = await actUnderFault(operation, scene, cut);
        const happened = statement === 'COMMIT';
        const picture = await stage.pictureOf(scene);
        expect([statement, ...picture]).toEqual([statement, ...(happened ? course.after : course.before)]);
        if (happened && operation.takesMoreWhenRepeated === true) continue;
        const told = await operation.act(healthy, scene);
        expect([statement, told]).toEqual([statement, happened ? course.toldAgain : course.told]);
        expect(await stage.pictureOf(scene)).toEqual(happened ? course.afterAgain : course.after);
      }
      expect(await stage.drain(healthy.expire)).toEqual([]);
      await expectCleanAudit(spool);
    },
  );
});

const selectBlocked = `
  SELECT id FROM information_schema.processlist
  WHERE db = DATABASE() AND id <> CONNECTION_ID() AND info LIKE 'SELECT t.thread_key%FOR UPDATE'`;

describe('T50: a connection that the database kills', () => {
  it('T50: while its statement waits for a lock: the work is done once, and told so', async () => {
    const calls = new TaskCalls(spool.call);
    const queue = freshName('queue');
    const threadId = freshName('thread');
    await calls.putQueue(queue);
    await calls.enqueueBatch(queue, [{ threadId }, { threadId }]);
    const held = await calls.takeOne(queue);
    const outside = await holdOpen(spool, 'SELECT size FROM threads WHERE thread_id = ? FOR UPDATE', [
      threadId,
    ]);
    const completing = calls.complete([held]);
    await outside.untilBlocked('SELECT t.thread_key');
    await spool.database.read(async (sql) => {
      const [blocked] = await sql.rows<{ id: number | string }>(selectBlocked);
      await sql.change(`KILL ${blocked?.id}`);
    });
    await outside.end();
    expect(await completing).toEqual([expect.objectContaining({ id: held.id, status: 'ok' })]);
    expect((await calls.task(held.id)).state).toBe('COMPLETED');
    await calls.complete([await calls.takeOne(queue)]);
    await expectCleanAudit(spool);
  });
});
