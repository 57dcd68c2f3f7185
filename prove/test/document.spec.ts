import { describe, expect, it } from '@jest/globals';
import { noMendings } from '../src/installation/mended.js';
import { describeRun, marker, replaceResults } from '../src/report/document.js';
import { percentile } from '../src/report/figures.js';
import type { StageRun } from '../src/run.js';
import type { StageResult } from '../src/stage.js';

const where = { date: '2026-11-30', machine: '2 cores', revision: 'Spool 0.1.0.', minutes: 10 };

const stageRun = (result: Partial<StageResult>): StageRun => ({
  stage: { name: 'traffic', description: 'Traffic.', weight: 1, run: () => Promise.reject(new Error('no')) },
  server: 'mariadb 10.11.19',
  seed: 7,
  seconds: 60,
  result: { counts: {}, findings: [], ...result },
  mendings: { ...noMendings, retries: { deadlock: 3 } },
});

describe('The report', () => {
  it('adds up what all stages counted', () => {
    const counts = { tasks: 700, operations: 1_200, threads: 40, undecided: 1 };
    const text = describeRun([stageRun({ counts }), stageRun({ counts })], where);
    expect(text).toContain('Of 1,400 tasks in 80 threads and free tasks; 2 of these were too tangled');
    expect(text).toContain('| traffic | mariadb 10.11.19 | 7 | 60 | 1,200 | 0 | 0 | 0 | held |');
    expect(text).toContain('deadlock 6.');
  });

  it('says which promise a finding breaks, and that its stage is broken', () => {
    const findings = [
      { rule: 'R1', text: 'two at once' },
      { rule: 'audit', text: 'Accepted, and nowhere to be found: task 5.' },
    ];
    const text = describeRun([stageRun({ findings })], where);
    expect(text).toContain('| double runs in a thread (R1) | 1 |');
    expect(text).toContain('| acknowledged and lost, or there twice (R13) | 1 |');
    expect(text).toContain('| stale tokens accepted, tokens that go back (R12) | 0 |');
    expect(text).toContain('**broken**, 2 findings');
  });

  it('tells which deliberate bugs were found out', () => {
    const controls = [
      { name: 'no key', isRed: true, foundBy: 'R1: two | at once', layers: [] },
      { name: 'no lock', isRed: false, foundBy: null, layers: ['without the lock alone: nothing'] },
    ];
    const text = describeRun([stageRun({ controls })], where);
    expect(text).toContain('1 of 2 deliberate bugs were found out');
    expect(text).toContain('| no key | R1: two \\| at once |  |');
    expect(text).toContain('| no lock | **not found out** | without the lock alone: nothing |');
  });

  it('replaces the results of the last run and keeps what is written by hand', () => {
    const first = replaceResults(`# Reliability\n\nBy hand.\n\n${marker}\nold\n`, `${marker}\n\nnew\n`);
    expect(first).toBe(`# Reliability\n\nBy hand.\n\n${marker}\n\nnew\n`);
  });
});

describe('percentile', () => {
  it.each([
    [50, 2],
    [99, 4],
    [1, 1],
  ])('%d of 1, 2, 3, 4 is %d', (percent, expected) => {
    expect(percentile([1, 2, 3, 4], percent)).toBe(expected);
  });

  it('is 0 of nothing', () => {
    expect(percentile([], 50)).toBe(0);
  });
});
