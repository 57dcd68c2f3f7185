import { describe, expect, it } from '@jest/globals';
import { generatePassword, hashPassword, passwordMatches } from './passwords.js';

const rounds = 5;

/** The least of a few, in the processor's time: what else runs on the machine does not count. */
const leastWorkMs = async (work: () => Promise<unknown>): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1_000);
  }
  return Math.min(...times);
};

describe('A password', () => {
  it('matches its own hash alone; a user without one matches nothing', async () => {
    const password = generatePassword();
    const hash = await hashPassword(password);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwordMatches(password, hash)).toBe(true);
    expect(await passwordMatches(`${password}x`, hash)).toBe(false);
    expect(await passwordMatches(password, null)).toBe(false);
  });

  it('is compared with the same work for a user that does not exist', async () => {
    const hash = await hashPassword(generatePassword());
    await passwordMatches('wrong', null);
    const ofWrong = await leastWorkMs(() => passwordMatches('wrong', hash));
    const ofUnknown = await leastWorkMs(() => passwordMatches('wrong', null));
    expect(ofUnknown).toBeGreaterThan(ofWrong / 2);
    expect(ofUnknown).toBeLessThan(ofWrong * 2);
  });
});
