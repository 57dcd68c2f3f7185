import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { audit } from '../../src/auditor/auditor.js';
import { expectCleanAudit } from '../support/auditor.js';
import { Crowd } from '../support/crowd.js';
import type { TestSibling } from '../support/spool.js';
import { setUpSibling, setUpSpool } from '../support/spool-stage.js';
import { TaskCalls } from '../support/task-calls.js';

const usualSeconds = 15;
/** SPOOL_TEST_TRAFFIC_SECONDS=60 for the whole minute. */
const seconds = Number(process.env['SPOOL_TEST_TRAFFIC_SECONDS'] ?? usualSeconds);
const workers = 16;
const producers = 8;
const auditEveryMs = 2_500;

const spool = setUpSpool({ environment: { SPOOL_EXPIRE_LEASES_INTERVAL_MS: '50' } });
const sibling = setUpSibling(spool);

const readTotal = async ({ application }: TestSibling, name: string): Promise<number> => {
  const metric = application.parts.metrics.registry.getSingleMetric(name);
  return ((await metric?.get())?.values ?? []).reduce((sum, { value }) => sum + value, 0);
};

describe('Mixed traffic on one queue', () => {
  it(
    'T23: never shows a deadlock to a caller, completes each task once, and leaves nothing to repair',
    async () => {
      const calls = [new TaskCalls(spool.call), new TaskCalls(sibling.call)] as const;
      await calls[0].putQueue('crowded', { maxAttempts: 1_000, backoff: { type: 'fixed', initialMs: 0 } });
      const crowd = new Crowd('crowded');
      const via = (number: number): TaskCalls => calls[number % 2 === 0 ? 0 : 1];
      const producing = Array.from({ length: producers }, (_, number) => crowd.enqueueOn(via(number)));
      const working = Array.from({ length: workers }, (_, number) =>
        crowd.workOn(via(number), `worker-${number}`),
      );
      const end = performance.now() + seconds * 1_000;
      while (performance.now() < end) {
        await pause(Math.min(auditEveryMs, end - performance.now()));
        expect(await audit(spool.database)).toEqual([]);
      }
      crowd.stopEnqueuing();
      await Promise.all([...producing, ...working]);

      expect(crowd.faults).toEqual([]);
      expect(crowd.accepted.size).toBeGreaterThan(producers * workers);
      expect([...crowd.completions.values()].filter((count) => count !== 1)).toEqual([]);
      expect(new Set(crowd.completions.keys())).toEqual(crowd.accepted);
      await expectCleanAudit(spool, { acceptedIds: crowd.accepted });
      for (const replica of [spool, sibling]) {
        expect(await readTotal(replica, 'spool_reconciliation_repairs_total')).toBe(0);
        // Locks are taken in one order everywhere, so that hardly any transaction has to be run again.
        const retries = await readTotal(replica, 'spool_transaction_retries_total');
        expect(retries).toBeLessThan(crowd.accepted.size / 20);
      }
      const [left] = await spool.database.read((sql) =>
        sql.rows<{ left: number | string }>(
          'SELECT (SELECT COUNT(*) FROM tasks) + (SELECT COUNT(*) FROM threads) + (SELECT COUNT(*) FROM leases) AS "left"',
        ),
      );
      expect(Number(left?.left)).toBe(0);
    },
    (seconds + 60) * 1_000,
  );
});
