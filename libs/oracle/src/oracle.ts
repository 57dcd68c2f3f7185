import { enqueue, restart } from './arrivals.js';
import type { Answer, Command } from './commands.js';
import type { Installation } from './installation.js';
import { dequeue, keepalive, release, undo } from './leases.js';
import { deleteTasks, reschedule, setPaused } from './operator-actions.js';
import { complete, fail, lapse } from './settlements.js';

/**
 * Carries out one command on the model, in place, at the given instant of the database's clock, and answers as
 * Spool must. The model is written from `semantics.md` alone and shares no code with the engine that it judges.
 */
export function perform(installation: Installation, command: Command, nowMs: number): Answer[] {
  switch (command.kind) {
    case 'enqueue':
      return enqueue(installation, command.tasks, nowMs);
    case 'dequeue':
      return dequeue(installation, command, nowMs);
    case 'complete':
      return complete(installation, command.items, nowMs);
    case 'fail':
      return fail(installation, command.items, nowMs);
    case 'release':
      return release(installation, command.items, nowMs);
    case 'undo':
      return undo(installation, command.items, nowMs);
    case 'keepalive':
      return keepalive(installation, command.items, nowMs);
    case 'lapse':
      return lapse(installation, nowMs);
    case 'delete':
      return deleteTasks(installation, command.ids, nowMs);
    case 'reschedule':
      return reschedule(installation, command, nowMs);
    case 'restart':
      return restart(installation, command.ids, command.scheduledAtMs, nowMs);
    case 'pause':
      return setPaused(installation, command.queue, true);
    case 'resume':
      return setPaused(installation, command.queue, false);
  }
}
