import { exitCodes } from './exit-codes.js';

const controller = new AbortController();

/** Why the program ends before its work does. */
class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** Ctrl-C, once: what runs may come to an end by itself. The second ends the program at once. */
export const interruption = {
  signal: controller.signal,
  listen(): void {
    for (const name of ['SIGINT', 'SIGTERM'] as const) {
      process.on(name, () => {
        if (controller.signal.aborted) process.exit(exitCodes.interrupted);
        controller.abort(new Interrupted('Interrupted.'));
      });
    }
  },
};
