import { constants } from 'node:os';

/** @type {NodeJS.Signals[]} */
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * One AbortSignal for everything that asks this process to stop. npm passes on what the terminal already sent, so
 * that one Ctrl-C arrives twice: what comes after the first changes nothing.
 *
 * @returns {{ signal: AbortSignal, exitCode: () => number }} `exitCode` is 128 and the number of the signal that came
 */
export function listenForStop() {
  const controller = new AbortController();
  let exitCode = 0;
  for (const name of stopSignals) {
    process.on(name, () => {
      if (controller.signal.aborted) return;
      exitCode = 128 + constants.signals[name];
      controller.abort();
    });
  }
  return { signal: controller.signal, exitCode: () => exitCode };
}
