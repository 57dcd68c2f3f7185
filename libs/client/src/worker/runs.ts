import { NoHandlerError } from './handlers.js';
import type { HeldTask, HeldTasks } from './held-tasks.js';
import { runHandler } from './run-handler.js';
import { settlementOf, type RunEnding, type Settlement } from './settlement.js';
import type { WorkerSettings } from './worker-options.js';
import { workerTaskOf, type WorkerTask } from './worker-task.js';
import type { WorkerVoice } from './worker-voice.js';

/** What runs work with. */
export interface RunParts {
  readonly settings: WorkerSettings;
  readonly held: HeldTasks;
  readonly voice: WorkerVoice;
  readonly onProgress: () => void;
  /** Called when a run is over and its slot is free. */
  readonly onOver: () => void;
}

const weightOfLatest = 0.1;

const endingNames = { complete: 'completed', fail: 'failed', release: 'released' } as const;

/** Runs handlers on the tasks in hand, as many at once as the settings allow. */
export class Runs {
  /** How long a run takes of late, in milliseconds; null before the first. */
  averageMs: number | null = null;

  constructor(private readonly parts: RunParts) {}

  /** Begins the tasks that wait, while there are free slots. */
  begin(): void {
    const { held, settings } = this.parts;
    let free = settings.concurrency - held.in('running').size;
    for (const next of held.in('waiting')) {
      if (free <= 0) return;
      free -= 1;
      held.move(next, 'running');
      void this.#run(next);
    }
  }

  async #run(held: HeldTask): Promise<void> {
    const startedAtMs = performance.now();
    const ending = await this.#endingOf(held);
    const durationMs = performance.now() - startedAtMs;
    const latest = this.averageMs ?? durationMs;
    this.averageMs = latest + (durationMs - latest) * weightOfLatest;
    this.#conclude(held, ending, durationMs);
    this.parts.onOver();
  }

  async #endingOf(held: HeldTask): Promise<RunEnding> {
    const { settings, onProgress } = this.parts;
    const handler = settings.chooseHandler(held.task.type);
    if (handler === null) return { kind: 'threw', thrown: new NoHandlerError(held.task.type) };
    const handle = (task: WorkerTask) => settings.onRun(task, async () => await handler.handle(task));
    return await runHandler({ ...handler, handle }, workerTaskOf(held, onProgress), held.cancellation);
  }

  #conclude(held: HeldTask, ending: RunEnding, durationMs: number): void {
    const { held: tasks, voice } = this.parts;
    const settlement = settlementOf(ending, held.cancellation.reason);
    const name = settlement === null ? 'lost' : endingNames[settlement.kind];
    held.settlement = settlement;
    tasks.move(held, settlement === null ? 'gone' : 'settled');
    voice.measure({ name: 'run', type: held.task.type, ending: name, durationMs });
    if (settlement !== null) this.#tell(held, settlement, { ending, durationMs });
  }

  #tell(
    { task, cancellation }: HeldTask,
    settlement: Settlement,
    { ending, durationMs }: { readonly ending: RunEnding; readonly durationMs: number },
  ): void {
    switch (settlement.kind) {
      case 'complete':
        this.parts.voice.tell('completed', { task, result: settlement.result, durationMs });
        return;
      case 'fail': {
        const error: unknown =
          ending.kind === 'threw' ? ending.thrown : (cancellation.reason ?? settlement.failure.error);
        this.parts.voice.tell('failed', { task, error, durationMs });
        return;
      }
      case 'release':
    }
  }
}
