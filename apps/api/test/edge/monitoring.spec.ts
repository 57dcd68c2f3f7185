import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createdApiKey } from '@spool/contracts';
import { z } from 'zod';
import { eventually } from '../support/eventually.js';
import { startFaultyReplica, type FaultyReplica } from '../support/faulty-replica.js';
import { monitoringFolder, promtool, startPrometheus, type Prometheus } from '../support/prometheus.js';
import { startSpool, type TestSpool } from '../support/spool.js';
import { readAnswer, TaskCalls } from '../support/task-calls.js';

const repository = new URL('../../../../', import.meta.url);
const dashboardFile = new URL('docker/grafana/dashboards/spool.json', repository);
const manyDeaths = 20;
/** Several of these make one transaction take longer than half a second. */
const slownessMs = 300;

const dashboard = z.object({
  templating: z.object({ list: z.array(z.object({ name: z.string(), query: z.string() })) }),
  panels: z.array(
    z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) }),
  ),
});

let spool: TestSpool;
let calls: TaskCalls;
let slowReplica: FaultyReplica;
let prometheus: Prometheus;

beforeAll(async () => {
  spool = await startSpool();
  calls = new TaskCalls(spool.call);
  slowReplica = await startFaultyReplica(spool);
  const created = await spool.call('POST', '/v1/api-keys', {
    name: 'Prometheus',
    scopes: ['read'],
    queues: ['*'],
  });
  const targets = [spool.url, slowReplica.url];
  prometheus = await startPrometheus(targets, readAnswer(createdApiKey, 201, created).key);
});

afterAll(async () => {
  await prometheus.close();
  await spool.close();
});

const untilFiring = (name: string, labels: Readonly<Record<string, string>>): Promise<true> =>
  eventually(`the alert ${name} for ${JSON.stringify(labels)}`, async () => {
    const wanted = Object.entries({ alertname: name, ...labels });
    const firing = await prometheus.firing();
    return firing.some((alert) => wanted.every(([label, value]) => alert[label] === value)) ? true : null;
  });

const untilSeries = (expression: string): Promise<string[]> =>
  eventually(`series of ${expression}`, async () => {
    const values = await prometheus.query(expression);
    return values.length > 0 ? values : null;
  });

describe('The alerts', () => {
  it('are rules that Prometheus takes, and fire when they should: its own tests pass', async () => {
    expect(await promtool('check', 'rules', path.join(monitoringFolder, 'rules.yaml'))).toContain('SUCCESS');
    expect(await promtool('test', 'rules', path.join(monitoringFolder, 'rules.test.yaml'))).toContain(
      'SUCCESS',
    );
  });

  it('each say how bad it is, what it is, what to do, and where more of that is written', async () => {
    const rules = await prometheus.rules();
    expect(rules.length).toBeGreaterThan(10);
    for (const { name, labels, annotations } of rules) {
      expect([name, labels['severity']]).toEqual([name, expect.stringMatching(/^(warning|critical)$/)]);
      expect(annotations).toEqual({
        summary: expect.any(String),
        description: expect.stringMatching(/\.$/),
        runbook: expect.stringMatching(/^docs\/\S+\.md#\S+$/),
      });
      const [file = '', anchor] = (annotations['runbook'] ?? '').split('#');
      const headings = (await readFile(new URL(file, repository), 'utf8')).matchAll(/^#+ (.*)$/gm);
      const anchors = [...headings].map(([, heading = '']) =>
        heading
          .toLowerCase()
          .replaceAll(/[^\w\- ]/g, '')
          .replaceAll(' ', '-'),
      );
      expect(anchors).toContain(anchor);
    }
  });

  it('fire for a queue without workers', async () => {
    await calls.putQueue('unmanned');
    await calls.enqueue('unmanned');
    await untilFiring('SpoolQueueWithoutWorkers', { queue: 'unmanned', severity: 'critical' });
  });

  it('fire for a thread that is held up', async () => {
    await calls.putQueue('held');
    await calls.enqueueBatch('held', [{ threadId: 'a' }, { threadId: 'a' }]);
    const { id } = await calls.takeOne('held', { keepaliveTimeoutMs: 600_000 });
    await spool.database.write((sql) =>
      sql.change('UPDATE leases SET started_at = NOW(3) - INTERVAL 1 HOUR WHERE task_id = ?', [id]),
    );
    await untilFiring('SpoolThreadHeldUp', { queue: 'held', severity: 'warning' });
  });

  it('fire for tasks that die', async () => {
    await calls.putQueue('dying', { maxAttempts: 1 });
    await untilSeries(`spool_tasks_died_total{queue="dying", instance="${new URL(spool.url).host}"}`);
    await calls.enqueueBatch(
      'dying',
      Array.from({ length: manyDeaths }, () => ({})),
    );
    await calls.fail(await calls.dequeue('dying', { max: manyDeaths }));
    await untilFiring('SpoolDeadTasksRise', { queue: 'dying', severity: 'critical' });
  });

  it('fire for a slow database, on the replica for which it is slow', async () => {
    await calls.putQueue('slow');
    const instance = new URL(slowReplica.url).host;
    await untilSeries(`spool_transaction_duration_seconds_count{instance="${instance}"}`);
    slowReplica.proxy.delay(slownessMs);
    const slowCalls = new TaskCalls(slowReplica.call);
    for (let count = 0; count < 3; count += 1) await slowCalls.enqueue('slow');
    await untilFiring('SpoolDatabaseSlow', { instance, severity: 'warning' });
    expect(
      (await prometheus.firing()).filter(({ alertname }) => alertname === 'SpoolDatabaseSlow'),
    ).toHaveLength(1);
    await slowReplica.proxy.heal();
  });
});

describe('The dashboard', () => {
  it('asks for nothing that Prometheus does not have', async () => {
    await calls.putQueue('busy');
    await calls.enqueueBatch('busy', [{}, {}]);
    await calls.complete(await calls.dequeue('busy', { max: 2 }));
    await untilSeries('spool_tasks_completed_total{queue="busy"} == 2');
    const { panels, templating } = dashboard.parse(JSON.parse(await readFile(dashboardFile, 'utf8')));
    expect(templating.list.map(({ query }) => query)).toEqual(['label_values(spool_queue_tasks, queue)']);
    const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    expect(expressions.length).toBeGreaterThan(40);
    for (const expression of expressions) {
      const filledIn = expression
        .replaceAll('$queue', '.*')
        .replaceAll('$__rate_interval', '1m')
        .replaceAll('$__range', '5m');
      expect(filledIn).not.toContain('$');
      await untilSeries(filledIn);
    }
  });
});

describe('An alert', () => {
  it('fires for a replica that is gone', async () => {
    await slowReplica.close();
    await untilFiring('SpoolReplicaDown', { instance: new URL(slowReplica.url).host, severity: 'critical' });
  });
});
