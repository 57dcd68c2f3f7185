import { failureOf } from './task-errors.js';
import { TypedEvents, type Listener } from './typed-events.js';
import type { WorkerActivity, WorkerEvents, WorkerMetric } from './worker-events.js';

/** Tells a worker's listeners what happens. Whatever they throw harms nobody else. */
export class WorkerVoice {
  readonly #events = new TypedEvents<WorkerEvents>((error) => this.tellError(error, 'listening'));
  readonly #onMetric: (metric: WorkerMetric) => void;

  constructor(onMetric: (metric: WorkerMetric) => void) {
    this.#onMetric = onMetric;
  }

  on<Name extends keyof WorkerEvents>(name: Name, listener: Listener<WorkerEvents[Name]>): () => void {
    return this.#events.on(name, listener);
  }

  tell<Name extends keyof WorkerEvents>(name: Name, event: WorkerEvents[Name]): void {
    this.#events.emit(name, event);
  }

  /** An error is never silent: without a listener it becomes a process warning. */
  tellError(error: unknown, during: WorkerActivity): void {
    if (during !== 'listening' && this.#events.emit('error', { error, during })) return;
    const { error: said } = failureOf(error);
    const detail = said.stack === undefined ? {} : { detail: said.stack };
    process.emitWarning(`${said.type} while ${during}: ${said.message}`, { type: 'SpoolWorker', ...detail });
  }

  measure(metric: WorkerMetric): void {
    try {
      this.#onMetric(metric);
    } catch (error) {
      this.tellError(error, 'listening');
    }
  }
}
