import { describe, expect, it } from '@jest/globals';
import { placeResults, reportResults } from './document.js';
import type { RunResult } from './results.js';

const chapters = [
  { workload: 'W1', title: 'W1: threads', shows: 'Keyed work.' },
  { workload: 'W2', title: 'W2: free', shows: 'Free work.' },
] as const;
const circumstances = {
  date: '2031-02-03',
  form: 'short',
  machine: '2 cores',
  versions: 'Spool 1',
  absent: ['pg-boss was not measured: there is no PostgreSQL.'],
};
const run = (troubles: string[]): RunResult => ({
  workload: 'W1',
  side: 'spool-mariadb',
  readings: [{ metric: 'drained', unit: 'tasks/s', value: 9_000 }],
  troubles,
});
const report = (troubles: string[] = []) => reportResults(chapters, [run(troubles)], circumstances);

describe('the document of results', () => {
  it('has a chapter and a chart for what was measured, and none for what was not', () => {
    const { text, charts } = report();
    expect(text).toContain('### W1: threads');
    expect(text).not.toContain('W2');
    expect([...charts.keys()]).toEqual(['performance-w1.svg']);
    expect(text).toContain('images/performance-w1.svg');
    expect(text).toContain('Correct in every round.');
  });

  it('says when, where and with what, and who was absent', () => {
    const { text } = report();
    for (const part of ['2031-02-03', '2 cores', 'Spool 1', 'there is no PostgreSQL'])
      expect(text).toContain(part);
  });

  it('says what was not correct', () => {
    const { text } = report(['2 tasks ran again']);
    expect(text).toContain('- spool-mariadb: 2 tasks ran again');
    expect(text).not.toContain('Correct in every round.');
  });

  it('replaces the last results and leaves what people wrote', () => {
    const first = placeResults('# Performance\n\nWritten by hand.\n', report(['old']).text);
    const second = placeResults(`${first}\nAn ending.\n`, report().text);
    expect(second).toContain('Written by hand.');
    expect(second).toContain('An ending.');
    expect(second).not.toContain('old');
    expect(second.match(/### W1/g)).toHaveLength(1);
  });
});
