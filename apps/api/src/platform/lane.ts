import { currentTraces, inTraces, type TraceContext } from './tracing/trace-scope.js';

/** How a lane merges calls. */
export interface LaneOptions<Call> {
  /** How much of a batch a call takes up; a call larger than a whole batch gets one of its own. */
  readonly sizeOf: (call: Call) => number;
  readonly batchSize: number;
  readonly batchesAtOnce: number;
  /** How many may run at once while a quarter of a batch waits: work that large gains nothing by being merged. */
  readonly largeBatchesAtOnce: number;
  /** Whether an error says that nothing of the batch was done, so that its calls may be run again one by one. */
  readonly mayRepeat: (error: unknown) => boolean;
}

interface Waiting<Call, Answer> {
  readonly call: Call;
  readonly traces: readonly TraceContext[];
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Merges calls that come at the same time into batches, first come first served. No timer: a call that finds the lane
 * free runs at once, and what arrives while batches run is the next batch. A batch that fails without having done
 * anything is run again call by call, so that an error reaches only the call that caused it.
 */
export class Lane<Call, Answer> {
  private readonly waiting: Waiting<Call, Answer>[] = [];
  private running = 0;
  private waitingSize = 0;

  /** `work` answers each call of a batch, in order. */
  constructor(
    private readonly work: (calls: readonly Call[]) => Promise<readonly Answer[]>,
    private readonly options: LaneOptions<Call>,
  ) {}

  /** Whether nothing waits and nothing runs. */
  get isIdle(): boolean {
    return this.running === 0 && this.waiting.length === 0;
  }

  /** Takes a call in; resolves with its answer. */
  submit(call: Call): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ call, traces: currentTraces(), resolve, reject });
      this.waitingSize += this.options.sizeOf(call);
      this.start();
    });
  }

  private start(): void {
    while (this.waiting.length > 0 && this.running < this.mostAtOnce()) {
      const batch = this.nextBatch();
      this.running += 1;
      void this.run(batch).finally(() => {
        this.running -= 1;
        this.start();
      });
    }
  }

  private mostAtOnce(): number {
    const { batchSize, batchesAtOnce, largeBatchesAtOnce } = this.options;
    return this.waitingSize >= batchSize / 4 ? largeBatchesAtOnce : batchesAtOnce;
  }

  private nextBatch(): Waiting<Call, Answer>[] {
    let size = 0;
    let count = 0;
    for (const { call } of this.waiting) {
      const sizeOfCall = this.options.sizeOf(call);
      if (count > 0 && size + sizeOfCall > this.options.batchSize) break;
      size += sizeOfCall;
      count += 1;
    }
    this.waitingSize -= size;
    return this.waiting.splice(0, count);
  }

  private async run(batch: readonly Waiting<Call, Answer>[]): Promise<void> {
    try {
      await this.answer(batch);
    } catch (error) {
      if (batch.length > 1 && this.options.mayRepeat(error))
        await Promise.all(batch.map((one) => this.run([one])));
      else for (const { reject } of batch) reject(error);
    }
  }

  private async answer(batch: readonly Waiting<Call, Answer>[]): Promise<void> {
    const calls = batch.map(({ call }) => call);
    const answers = await inTraces(
      batch.flatMap(({ traces }) => traces),
      () => this.work(calls),
    );
    for (const [index, { resolve }] of batch.entries()) {
      const answer = answers[index];
      if (answer === undefined) throw new Error('A call of the batch has no answer.');
      resolve(answer);
    }
  }
}
