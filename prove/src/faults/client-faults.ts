import { setTimeout as pause } from 'node:timers/promises';
import type { Item } from '../history/entry.js';
import { RecordingClient } from '../history/recording-client.js';
import { trafficQueueNames } from '../traffic/plan.js';
import type { Fault, Scene } from './fault.js';

const calls = 60;

/** Asks for tasks and hangs up at about the time of the answer; what was answered in time goes back. */
const askAndHangUp = async ({ installation, chance }: Scene, number: number): Promise<void> => {
  const client = new RecordingClient(`quitter-${number}`, installation, chance.fork(), chance.between(2, 60));
  const demand = { max: 2, waitMs: 0, workerId: client.name, keepaliveTimeoutMs: 1_000 };
  const { answer } = await client.dequeue(chance.pick(trafficQueueNames) ?? 'plain', demand);
  const items = (answer?.taken ?? []).map(({ id, token }): Item => ({ verb: 'release', id, token }));
  if (items.length > 0) await client.settle(items);
};

/** What clients can do to the service. */
export const clientFaults: readonly Fault[] = [
  {
    name: `${calls} clients that hang up on a dequeue`,
    lastsMs: 4_000,
    bring: async (scene) => {
      for (let number = 0; number < calls; number += 1) {
        await askAndHangUp(scene, number);
        await pause(scene.chance.between(10, 60));
      }
    },
  },
];
