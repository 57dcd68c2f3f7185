import type { Answer, Command } from '@spool/oracle/commands.js';
import type { QueueSettings } from '@spool/oracle/installation.js';
import type { LiveTask, Observation } from '@spool/oracle/observation.js';
import type { Stage } from '@spool/oracle/scenario.js';
import { enqueue, restart } from './arrivals.js';
import { engine as realEngine } from './engine.js';
import { dequeue, keepalive, release } from './leases.js';
import { deleteTasks, reschedule, setPaused } from './operator-actions.js';
import { complete, fail, lapse } from './settlements.js';
import type { Backing } from './thread-batch.js';
import { Tables, type TaskRow } from './tables.js';

function byId(left: { id: number }, right: { id: number }): number {
  return left.id - right.id;
}

/** The real engine over rows in memory: what the SQL store does, without SQL. */
export class MemoryStore implements Stage {
  readonly #backing: Backing;

  private constructor(backing: Backing) {
    this.#backing = backing;
  }

  static withQueues(queues: readonly QueueSettings[], firstId = 1, engine = realEngine): MemoryStore {
    return new MemoryStore({ tables: Tables.withQueues(queues, firstId), engine });
  }

  copy(): MemoryStore {
    return new MemoryStore({ ...this.#backing, tables: this.#backing.tables.copy() });
  }

  perform(command: Command, nowMs: number): Answer[] {
    const backing = this.#backing;
    switch (command.kind) {
      case 'enqueue':
        return enqueue(backing, command.tasks, nowMs);
      case 'dequeue':
        return dequeue(backing, command, nowMs);
      case 'complete':
        return complete(backing, command.items, nowMs);
      case 'fail':
        return fail(backing, command.items, nowMs);
      case 'release':
        return release(backing, command.items, nowMs);
      case 'undo':
        return release(backing, command.items, nowMs);
      case 'keepalive':
        return keepalive(backing, command.items, nowMs);
      case 'lapse':
        return lapse(backing, nowMs);
      case 'delete':
        return deleteTasks(backing, command.ids, nowMs);
      case 'reschedule':
        return reschedule(backing, command, nowMs);
      case 'restart':
        return restart(backing, command, nowMs);
      case 'pause':
        return setPaused(backing, command.queue, true);
      case 'resume':
        return setPaused(backing, command.queue, false);
    }
  }

  #observeLive(task: TaskRow): LiveTask {
    const lease = this.#backing.tables.leaseOf(task);
    return {
      id: Number(task.id),
      queue: task.queue,
      thread: task.threadKey,
      state: lease === undefined ? 'ENQUEUED' : 'IN_PROGRESS',
      attempt: task.attempt,
      maxAttempts: task.maxAttempts,
      scheduledAtMs: task.scheduledAtMs,
      token: lease?.token ?? null,
      leaseExpiresAtMs: lease?.expiresAtMs ?? null,
      candidateFromMs: task.readyAtMs,
    };
  }

  /** The phase of every ENQUEUED task, as `id phase`. */
  phases(nowMs: number): string[] {
    const { tables, engine } = this.#backing;
    const enqueued = [...tables.tasks.values()].filter((task) => tables.leaseOf(task) === undefined);
    return enqueued
      .sort((left, right) => Number(left.id) - Number(right.id))
      .map((task) => {
        const isQueuePaused = tables.queueNamed(task.queue).paused;
        return `${task.id} ${engine.phaseOf({ ...task, isQueuePaused, nowMs })}`;
      });
  }

  observe(): Observation {
    const { queues, tasks, threads, ended } = this.#backing.tables;
    const keys = [...threads.keys()].sort();
    return {
      pausedQueues: queues.filter((queue) => queue.paused).map((queue) => queue.name),
      live: [...tasks.values()].map((task) => this.#observeLive(task)).sort(byId),
      threads: keys.flatMap((key) => {
        const row = threads.get(key);
        if (row === undefined) return [];
        const { frontId, size, lastArrivalMs } = row;
        return [{ thread: key, frontId: Number(frontId), size, lastArrivalMs }];
      }),
      ended: [...ended.values()]
        .map(({ task, state, replacedBy }) => ({
          id: Number(task.id),
          state,
          replacedBy: replacedBy === null ? null : Number(replacedBy),
        }))
        .sort(byId),
    };
  }
}
