import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';

/** Helm itself is not run: the chart uses nothing of its language but values, the release's name, `if` and `end`. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const chart = path.join(root, 'docker/helm/spool');
const read = (file: string): string => readFileSync(file, 'utf8');
const templates = readdirSync(path.join(chart, 'templates'));
const values: unknown = parse(read(path.join(chart, 'values.yaml')));

const at = (from: unknown, keys: readonly string[]): unknown =>
  keys.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    from,
  );

/** What an expression stands for; throws for one that is not of the few kinds that the chart uses. */
const evaluated = (expression: string): string => {
  if (expression === '.Release.Name') return 'my-spool';
  const keys = /^\.Values\.([\w.]+)$/.exec(expression)?.[1]?.split('.');
  const value = keys === undefined ? undefined : at(values, keys);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  throw new Error(`{{ ${expression} }} has no value.`);
};

/** A template as it is with every condition held true. */
const rendered = (template: string): unknown => {
  let depth = 0;
  const lines = read(path.join(chart, 'templates', template))
    .split('\n')
    .filter((line) => {
      const condition = /^\{\{- if (?:not )?(?<expression>\S+) \}\}$/.exec(line)?.groups?.['expression'];
      if (condition !== undefined) {
        evaluated(condition);
        depth += 1;
        return false;
      }
      if (line !== '{{- end }}') return true;
      depth -= 1;
      return false;
    });
  expect(depth).toBe(0);
  return parse(
    lines.join('\n').replaceAll(/\{\{ (\S+) \}\}/g, (_, expression: string) => evaluated(expression)),
    { strict: true, uniqueKeys: true },
  );
};

const podSpec = (template: string): unknown => at(rendered(template), ['spec', 'template', 'spec']);
const firstContainer = (template: string): unknown => at(podSpec(template), ['containers', '0']);

const entries = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const settingsDescribed = new Set(
  [...read(path.join(root, 'docs/operations.md')).matchAll(/^\| `([A-Z_]+)` /gm)].map(([, name]) => name),
);

describe('The Helm chart', () => {
  it.each(templates)('has only values that there are, and is a manifest: %s', (template) => {
    expect(rendered(template)).toMatchObject({
      apiVersion: expect.any(String),
      kind: expect.any(String),
      metadata: { name: expect.stringMatching(/^my-spool/) },
    });
  });

  it('gives a pod time to drain and to stop', () => {
    const [drain, stop, grace] = ['drainDelayMs', 'shutdownTimeoutMs', 'terminationGracePeriodSeconds'].map(
      (key) => Number(at(values, [key])),
    );
    expect(Number(grace) * 1_000).toBeGreaterThan(Number(drain) + Number(stop));
  });

  it.each(['deployment.yaml', 'migration-job.yaml'])('runs without rights: %s', (template) => {
    expect(podSpec(template)).toMatchObject({
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(at(firstContainer(template), ['securityContext'])).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  it.each(['deployment.yaml', 'migration-job.yaml'])('sets only what is a setting: %s', (template) => {
    const names = entries(at(firstContainer(template), ['env'])).map((one) => at(one, ['name']));
    expect(names.length).toBeGreaterThan(3);
    expect(names.filter((name) => typeof name !== 'string' || !settingsDescribed.has(name))).toEqual([]);
  });

  it.each(['deployment.yaml', 'migration-job.yaml'])(
    'has the files of TLS where it names them: %s',
    (template) => {
      const container = firstContainer(template);
      const files = entries(at(container, ['env']))
        .filter((one) => String(at(one, ['name'])).startsWith('SPOOL_DATABASE_TLS_'))
        .map((one) => path.posix.dirname(String(at(one, ['value']))));
      const mount = entries(at(container, ['volumeMounts'])).find(
        (one) => at(one, ['name']) === 'database-tls',
      );
      expect(files).toEqual(Array.from({ length: 3 }, () => at(mount, ['mountPath'])));
      const volume = entries(at(podSpec(template), ['volumes'])).find(
        (one) => at(one, ['name']) === 'database-tls',
      );
      expect(at(volume, ['secret'])).toEqual({ secretName: at(values, ['databaseTls', 'secret']) });
    },
  );

  it('finds its pods by the labels that they have', () => {
    const labels = at(rendered('deployment.yaml'), ['spec', 'template', 'metadata', 'labels']);
    expect(at(rendered('deployment.yaml'), ['spec', 'selector', 'matchLabels'])).toEqual(labels);
    expect(at(rendered('service.yaml'), ['spec', 'selector'])).toEqual(labels);
    expect(at(rendered('pod-disruption-budget.yaml'), ['spec', 'selector', 'matchLabels'])).toEqual(labels);
  });
});

describe('docker/compose.replicas.yaml', () => {
  const compose: unknown = parse(read(path.join(root, 'docker/compose.replicas.yaml')), { merge: true });

  it('has the replicas that docker/haproxy.cfg names, with settings that there are', () => {
    const servers = [...read(path.join(root, 'docker/haproxy.cfg')).matchAll(/^ {2}server (\S+) \1:3000$/gm)];
    expect(servers.map(([, name]) => name)).toEqual(['spool-1', 'spool-2', 'spool-3']);
    for (const [, name = ''] of servers) {
      const environment = at(compose, ['services', name, 'environment']);
      const names = Object.keys(environment ?? {});
      expect(names).toContain('SPOOL_DRAIN_DELAY_MS');
      expect(names.filter((one) => !settingsDescribed.has(one))).toEqual([]);
    }
  });
});
