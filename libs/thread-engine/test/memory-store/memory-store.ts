import type { Answer, Command } from '../oracle/commands.js';
import type { QueueSettings } from '../oracle/installation.js';
import type { LiveTask, Observation } from '../oracle/observation.js';
import type { Stage } from '../oracle/scenario.js';
import { enqueue, restart } from './arrivals.js';
import { engine as realEngine, type Engine } from './engine.js';
import { dequeue, keepalive, release } from './leases.js';
import { deleteTasks, reschedule, setPaused } from './operator-actions.js';
import { complete, fail, lapse } from './settlements.js';
import { Tables, type TaskRow } from './tables.js';

function byId(left: { id: number }, right: { id: number }): number {
  return left.id - right.id;
}

/** The real engine over rows in memory: what the SQL store does, without SQL. */
export class MemoryStore implements Stage {
  readonly #tables: Tables;
  readonly #engine: Engine;

  private constructor(tables: Tables, engine: Engine) {
    this.#tables = tables;
    this.#engine = engine;
  }

  static withQueues(queues: readonly QueueSettings[], firstId = 1, engine = realEngine): MemoryStore {
    return new MemoryStore(Tables.withQueues(queues, firstId), engine);
  }

  copy(): MemoryStore {
    return new MemoryStore(this.#tables.copy(), this.#engine);
  }

  perform(command: Command, nowMs: number): Answer[] {
    const tables = this.#tables;
    const engine = this.#engine;
    switch (command.kind) {
      case 'enqueue':
        return enqueue(tables, engine, command.tasks, nowMs);
      case 'dequeue':
        return dequeue(tables, engine, command, nowMs);
      case 'complete':
        return complete(tables, engine, command.items, nowMs);
      case 'fail':
        return fail(tables, engine, command.items, nowMs);
      case 'release':
        return release(tables, engine, command.items, nowMs);
      case 'undo':
        return release(tables, engine, command.items, nowMs);
      case 'keepalive':
        return keepalive(tables, engine, command.items, nowMs);
      case 'lapse':
        return lapse(tables, engine, nowMs);
      case 'delete':
        return deleteTasks(tables, engine, command.ids, nowMs);
      case 'reschedule':
        return reschedule(tables, engine, command, nowMs);
      case 'restart':
        return restart(tables, engine, command, nowMs);
      case 'pause':
        return setPaused(tables, command.queue, true);
      case 'resume':
        return setPaused(tables, command.queue, false);
    }
  }

  #observeLive(task: TaskRow): LiveTask {
    const lease = this.#tables.leaseOf(task);
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

  observe(): Observation {
    const { queues, tasks, threads, ended } = this.#tables;
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
