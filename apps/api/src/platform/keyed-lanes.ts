import { Lane, type LaneOptions } from './lane.js';

/** A lane for each key, such as a queue's name: made when it is first needed, dropped when nothing is in it. */
export class KeyedLanes<Call, Answer> {
  private readonly lanes = new Map<string, Lane<Call, Answer>>();

  constructor(
    private readonly work: (key: string, calls: readonly Call[]) => Promise<readonly Answer[]>,
    private readonly options: LaneOptions<Call>,
  ) {}

  /** Takes a call into the lane of its key; resolves with its answer. */
  async submit(key: string, call: Call): Promise<Answer> {
    let lane = this.lanes.get(key);
    if (lane === undefined) {
      lane = new Lane((calls) => this.work(key, calls), this.options);
      this.lanes.set(key, lane);
    }
    try {
      return await lane.submit(call);
    } finally {
      if (lane.isIdle && this.lanes.get(key) === lane) this.lanes.delete(key);
    }
  }
}
