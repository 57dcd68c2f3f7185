import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { withExclusiveLock } from './exclusive-lock.mjs';
import { identifyProcess, isAlive } from './process-identity.mjs';

let folder: string;
let lock: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'spool-lock-'));
  lock = path.join(folder, 'deep', 'lock');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** The identity of a process that has ended. */
function identityOfTheDead(): string {
  const { pid } = spawnSync('true');
  return `${pid}:1:${pid}`;
}

describe('a lock between processes', () => {
  it('lets one in at a time', async () => {
    let inside = 0;
    const seen: number[] = [];
    const enter = () =>
      withExclusiveLock(lock, async () => {
        inside += 1;
        await new Promise((resolve) => setImmediate(resolve));
        seen.push(inside);
        inside -= 1;
      });
    await Promise.all([enter(), enter(), enter()]);
    expect(seen).toEqual([1, 1, 1]);
    expect(existsSync(lock)).toBe(false);
  });

  it('is free again after a failure', async () => {
    const failure = withExclusiveLock(lock, () => Promise.reject(new Error('no')));
    await expect(failure).rejects.toThrow('no');
    expect(await withExclusiveLock(lock, () => Promise.resolve('in'))).toBe('in');
  });

  it('passes over a holder that has died', async () => {
    await withExclusiveLock(lock, () => Promise.resolve());
    await writeFile(lock, identityOfTheDead());
    expect(await withExclusiveLock(lock, () => Promise.resolve('in'))).toBe('in');
  });

  it('stops waiting when it is told to', async () => {
    const controller = new AbortController();
    await withExclusiveLock(lock, async () => {
      const waiting = withExclusiveLock(lock, () => Promise.resolve(), {
        signal: controller.signal,
        onWait: () => controller.abort(),
      });
      await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    });
  });
});

describe('the identity of a process', () => {
  it('is its own as long as it lives', () => {
    const identity = identifyProcess(process.pid);
    expect(identity).toMatch(new RegExp(`^${process.pid}`));
    expect(isAlive(identity ?? '')).toBe(true);
  });

  it('is not that of a later process with the same id', () => {
    expect(isAlive(`${process.pid}:1:another-boot`)).toBe(false);
  });

  it('ends with the process', () => {
    expect(isAlive(identityOfTheDead())).toBe(false);
  });
});
