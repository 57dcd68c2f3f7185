import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { problemStatus, routes, type Route } from '@spool/contracts';

/** Rows of the guide's tables, without the spaces that line them up. */
let rows: ReadonlySet<string>;

beforeAll(async () => {
  const guide = await readFile(new URL('../../../../../docs/rest.md', import.meta.url), 'utf8');
  const lines = guide.split('\n').filter((line) => line.startsWith('|'));
  rows = new Set(lines.map((line) => line.replaceAll(/ +/g, ' ')));
});

const needs = ({ permission }: Route): string => {
  if (permission === 'public') return 'none';
  if (permission === 'signed-in') return 'any';
  return permission.map((one) => `\`${one}\``).join(' or ');
};

const rowOf = (route: Route): string => {
  const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
  const statuses = Object.keys(route.answers).join(', ');
  return `| \`${route.method} ${path}\` | ${route.summary} | ${needs(route)} | ${statuses} |`;
};

describe('docs/rest.md', () => {
  it.each(Object.values(routes).map(rowOf))('has the call %s', (row) => {
    expect(rows).toContain(row);
  });

  it.each(Object.entries(problemStatus))('has the code %s with its status', (code, status) => {
    expect([...rows].filter((row) => row.startsWith(`| \`${code}\` | ${status} |`))).toHaveLength(1);
  });
});
