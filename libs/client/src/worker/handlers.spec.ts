import { describe, expect, it } from '@jest/globals';
import { handlerChoiceOf } from './handlers.js';

const mail = () => 'mail';
const other = () => 'other';

describe('The choice of a handler', () => {
  it('is the only one for every task', () => {
    const choose = handlerChoiceOf(mail);
    for (const type of ['mail', 'fax', null]) expect(choose(type)).toEqual({ handle: mail });
  });

  it('goes by the type, with its time limit', () => {
    const choose = handlerChoiceOf({ mail: { handle: mail, timeoutMs: 5 }, fax: other });
    expect(choose('mail')).toEqual({ handle: mail, timeoutMs: 5 });
    expect(choose('fax')).toEqual({ handle: other });
  });

  it('falls to * for what has no handler, and for tasks without a type', () => {
    const choose = handlerChoiceOf({ mail, '*': other });
    expect([choose('mail'), choose('fax'), choose(null)]).toMatchObject([
      { handle: mail },
      { handle: other },
      { handle: other },
    ]);
  });

  it('is none without *, also for names that every object has', () => {
    const choose = handlerChoiceOf({ mail });
    expect([choose('fax'), choose(null), choose('constructor'), choose('__proto__')]).toEqual(
      Array(4).fill(null),
    );
  });
});
