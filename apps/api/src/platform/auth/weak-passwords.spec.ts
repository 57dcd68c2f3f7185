import { describe, expect, it } from '@jest/globals';
import { dictionary } from '@zxcvbn-ts/language-common';
import { limits } from '@spool/contracts';
import { weaknessOf } from './weak-passwords.js';

const common = expect.stringContaining('most common passwords');
const holdsName = expect.stringContaining('user name');
const holdsProduct = expect.stringContaining('"spool"');

describe('A password', () => {
  it.each([
    ['password', common],
    ['12345678', common],
    ['QwErTyUiOp', common],
    ['Password1', common],
    ['my-Ann-2026!', holdsName],
    ['for ANN alone', holdsName],
    ['SpoolSpool99', holdsProduct],
    ['the-spool-of-ours', holdsProduct],
  ])('such as %j is weak', async (password, weakness) => {
    expect(await weaknessOf(password, 'ann')).toEqual(weakness);
  });

  it('is weak with the name of an address', async () => {
    expect(await weaknessOf('hello ann.smith', 'Ann.Smith@shop.example')).toEqual(holdsName);
  });

  it.each(['correct horse battery', 'a password of mine', 'Pässwort mit Ümläuten', '𝒫𝒶𝓈𝓈 word'])(
    'such as %j is not',
    async (password) => {
      expect(await weaknessOf(password, 'ann')).toBeNull();
    },
  );

  it('may hold a name that is too short to tell', async () => {
    expect(await weaknessOf('correct horse battery', 'ea')).toBeNull();
  });

  it('is compared with more than three thousand common ones that are long enough', async () => {
    const longEnough = dictionary['passwords-common'].filter(
      ({ length }) => length >= limits.passwordCharactersAtLeast,
    );
    expect(longEnough.length).toBeGreaterThan(3_000);
    for (const password of longEnough) expect(await weaknessOf(password, '')).not.toBeNull();
  });
});
