/**
 * Tells a process from a later one that got the same id: after a crash, or in a container where every start has
 * the same few ids, a written-down pid alone would point at a stranger.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { errorCode } from './error-code.mjs';

/** @param {string} file */
function readText(file) {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}

/** @param {number} pid */
function isSignalable(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/**
 * A process whose first thread is a zombie holds its files and ports until its other threads have ended too.
 *
 * @param {number} pid
 */
function countThreads(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`).length;
  } catch {
    return 0;
  }
}

/**
 * A text that stays the same while this very process lives. Where the system has no `/proc` it is the pid alone.
 *
 * @param {number} pid
 * @returns {string | undefined} undefined when there is no such process, or only its zombie
 */
export function identifyProcess(pid) {
  if (!isSignalable(pid)) return undefined;
  const stat = readText(`/proc/${pid}/stat`);
  if (stat === '') return String(pid);
  // The command's name, in parentheses, may hold spaces; what follows it does not.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startTicks] = [fields[0], fields[19]];
  if (state === 'X' || (state === 'Z' && countThreads(pid) <= 1)) return undefined;
  return `${pid}:${startTicks}:${readText('/proc/sys/kernel/random/boot_id')}`;
}

/**
 * Whether the process that was identified so still lives.
 *
 * @param {string} identity as `identifyProcess` gave it
 */
export function isAlive(identity) {
  return identifyProcess(Number.parseInt(identity, 10)) === identity;
}
