import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from '../chance.js';
import type { Item } from '../history/entry.js';
import { Reading } from '../history/reading.js';
import { RecordingClient } from '../history/recording-client.js';
import type { Installation } from '../installation/installation.js';
import type { Finding } from '../stage.js';
import { Board } from './board.js';
import { Operator } from './operator.js';
import { trafficQueueNames, trafficQueues, type TrafficPlan } from './plan.js';
import { Producer } from './producer.js';
import { Worker } from './worker.js';

const patienceMs = 30_000;

interface Actor {
  act(): Promise<void>;
}

/** Producers, workers and operators who use one installation at the same time. */
export class Traffic {
  private readonly board = new Board();
  private readonly workers: readonly Worker[];
  private readonly actors: readonly Actor[];
  private readonly closer: RecordingClient;

  constructor(
    private readonly installation: Installation,
    chance: Chance,
    plan: TrafficPlan,
  ) {
    const client = (name: string): RecordingClient => new RecordingClient(name, installation, chance.fork());
    const named = <Of>(role: string, count: number, make: (client: RecordingClient) => Of): Of[] =>
      Array.from({ length: count }, (_, index) => make(client(`${role}-${index + 1}`)));
    const { board } = this;
    this.workers = named('worker', plan.workers, (one) => new Worker(one, chance.fork(), board));
    this.actors = [
      ...named('producer', plan.producers, (one) => new Producer(one, chance.fork(), board, plan)),
      ...this.workers,
      ...named('operator', plan.operators, (one) => new Operator(one, chance.fork(), board)),
    ];
    this.closer = client('closer');
  }

  /** Creates the queues. */
  async prepare(): Promise<void> {
    const reading = new Reading(this.installation);
    for (const { name, ...configuration } of trafficQueues) await reading.putQueue(name, configuration);
  }

  /** Keeps everybody busy until a time of `performance.now()`. */
  run(untilMs: number): Promise<void> {
    return this.runWhile(() => performance.now() < untilMs);
  }

  /** Keeps everybody busy as long as this holds. */
  async runWhile(goesOn: () => boolean): Promise<void> {
    const live = async (actor: Actor): Promise<void> => {
      while (goesOn()) await actor.act();
    };
    await Promise.all(this.actors.map(live));
    await Promise.all(this.workers.map((worker) => worker.finish()));
  }

  /** Works off what is left; what cannot be worked off in time is stuck. */
  async drain(withinMs = patienceMs): Promise<Finding[]> {
    const reading = new Reading(this.installation);
    for (const queue of trafficQueueNames) await this.closer.hold(queue, 'resume');
    const deadlineMs = performance.now() + withinMs;
    for (;;) {
      await Promise.all(trafficQueueNames.map((queue) => this.takeAndComplete(queue)));
      const left = await this.liveTasks(reading);
      if (left.length === 0) return [];
      if (performance.now() > deadlineMs)
        return [{ rule: 'stuck', text: `never to be dequeued: tasks ${left.slice(0, 10).join(', ')}` }];
      await pause(20);
    }
  }

  private async takeAndComplete(queue: string): Promise<void> {
    const demand = { max: 50, waitMs: 200, workerId: 'closer', keepaliveTimeoutMs: 5_000 };
    const { answer } = await this.closer.dequeue(queue, demand);
    const items = (answer?.taken ?? []).map(({ id, token }): Item => ({ verb: 'complete', id, token }));
    if (items.length > 0) await this.closer.settle(items);
  }

  private async liveTasks(reading: Reading): Promise<string[]> {
    const lists = await Promise.all(
      trafficQueueNames.flatMap((queue) => [
        reading.tasks(queue, 'ENQUEUED'),
        reading.tasks(queue, 'IN_PROGRESS'),
      ]),
    );
    return lists.flat().map(({ id }) => id);
  }
}
