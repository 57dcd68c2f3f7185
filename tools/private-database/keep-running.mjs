import { setTimeout as wait } from 'node:timers/promises';
import { isAlive } from '../processes/process-identity.mjs';

const checkIntervalMs = 500;
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;

/**
 * Starts a server again whenever it has ended by itself, as a service manager would.
 *
 * @param {import('./server-process.mjs').RunningServer} server
 * @param {{ restart: () => Promise<import('./server-process.mjs').RunningServer>, report: (message: string) => void }}
 *   options
 * @returns {() => Promise<import('./server-process.mjs').RunningServer>} ends the watch; resolves with the server that
 *   runs then
 */
export function keepRunning(server, { restart, report }) {
  const end = new AbortController();
  let current = server;
  let pauseMs = firstPauseMs;

  /** @param {number} durationMs */
  const pause = (durationMs) => wait(durationMs, undefined, { signal: end.signal }).catch(() => {});

  const restartOnce = async () => {
    report('The private database has ended by itself: starting it again');
    try {
      current = await restart();
      pauseMs = firstPauseMs;
      report(`Private database: runs again on 127.0.0.1:${current.port}`);
    } catch (error) {
      report(`Private database: ${error instanceof Error ? error.message : String(error)}`);
      await pause(pauseMs);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
  };

  const watch = async () => {
    while (!end.signal.aborted) {
      if (isAlive(current.identity)) await pause(checkIntervalMs);
      else await restartOnce();
    }
    return current;
  };

  const watching = watch();
  return () => {
    end.abort();
    return watching;
  };
}
