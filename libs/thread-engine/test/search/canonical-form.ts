import type { Task } from '@spool/oracle/installation.js';
import { isLive } from '@spool/oracle/running-order.js';
import { earliestMs } from './moves.js';
import type { World } from './world.js';

/**
 * Names times by what can still be told apart: those that have come by their rank among each other, those to come
 * by their distance. Nothing in a search asks for a past time but the earliest of all.
 */
function timeNames(world: World, tasks: readonly Task[]): (timeMs: number) => string {
  const past = tasks
    .flatMap((task) => [task.scheduledAtMs, task.lineAtMs])
    .filter((timeMs) => timeMs < world.nowMs);
  const ranked = [...new Set([earliestMs, ...past])].sort((left, right) => left - right);
  const ranks = new Map(ranked.map((timeMs, rank) => [timeMs, `p${rank}`]));
  return (timeMs) => (timeMs >= world.nowMs ? `+${timeMs - world.nowMs}` : (ranks.get(timeMs) ?? ''));
}

function leaseName(world: World, task: Task): string {
  return task.lease === null ? '' : `L${Math.max(0, task.lease.expiresAtMs - world.nowMs)}`;
}

/**
 * Two worlds with the same form have the same future: ids and tokens are told by their order alone, and it does not
 * matter which of the two threads is which.
 */
export function canonicalForm(world: World): string {
  const known = world.installation.tasks.filter((task) => isLive(task) || task.state === 'DEAD');
  const nameOf = timeNames(world, known.filter(isLive));
  const described = known.map((task) => {
    if (task.state === 'DEAD') return { thread: task.thread, text: 'dead' };
    const times = `${nameOf(task.scheduledAtMs)},${nameOf(task.lineAtMs)}`;
    return { thread: task.thread, text: `${times},${task.attempt}${leaseName(world, task)}` };
  });
  const form = (first: string): string => {
    const texts = described.map(({ thread, text }) => `${thread === first ? 'x' : 'y'}${text}`);
    const dead = texts.filter((text) => text.endsWith('dead')).sort();
    return [...texts.filter((text) => !text.endsWith('dead')), ...dead].join(';');
  };
  const forms = [form('/A'), form('/B')].sort();
  return `${world.seen.pausedQueues.length}|${forms[0]}`;
}
