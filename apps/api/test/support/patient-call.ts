import type { Answer, Call } from '@spool/test-bed/caller.js';

const mostTries = 20;
const heldUp = 'Another transaction holds what this one needs';

const isHeldUp = ({ status, body }: Answer<unknown>): boolean =>
  status === 503 &&
  typeof body === 'object' &&
  body !== null &&
  String(Reflect.get(body, 'detail')).startsWith(heldUp);

/**
 * Calls as a patient client does: a refusal because others hold the same threads for too long, as happens on a busy
 * machine, did nothing, and is tried again. Every other answer, other kinds of 503 among them, stands.
 */
export const patient =
  (call: Call): Call =>
  async <Body>(...request: Parameters<Call>) => {
    for (let tries = 1; ; tries += 1) {
      const answer = await call<Body>(...request);
      if (tries === mostTries || !isHeldUp(answer)) return answer;
    }
  };
