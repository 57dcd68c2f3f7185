import type { Answer, Command } from './commands.js';
import { newInstallation, type Installation, type Queue } from './installation.js';
import { checkInvariants } from './invariants.js';
import { observe, type Observation } from './observation.js';
import { perform } from './oracle.js';
import type { Stage } from './scenario.js';
import { brokenByStep } from './transition-invariants.js';

/** The model as a stage: every step is checked against the rules of an instant and of a step. */
class ModelStage implements Stage {
  readonly installation: Installation;

  constructor(queues: readonly (Partial<Queue> & { name: string })[]) {
    this.installation = newInstallation(queues);
  }

  perform(command: Command, nowMs: number): Answer[] {
    const before = this.observe();
    const answers = perform(this.installation, command, nowMs);
    const after = this.observe();
    checkInvariants(after);
    const broken = brokenByStep({ before, command, nowMs, answers, after });
    if (broken.length > 0) throw new Error(broken.join('\n'));
    return answers;
  }

  observe(): Observation {
    return observe(this.installation);
  }
}

const second = { type: 'fixed', initialMs: 1_000, factor: 1, maxMs: 1_000 } as const;

/** A stage with the queue `q`: fixed backoff of a second, keepalive timeout of ten, three attempts. */
export function stageWith(
  settings: Partial<Queue> = {},
  others: readonly (Partial<Queue> & { name: string })[] = [],
) {
  const queue = { name: 'q', maxAttempts: 3, backoff: second, keepaliveTimeoutMs: 10_000, ...settings };
  return new ModelStage([queue, ...others]);
}
