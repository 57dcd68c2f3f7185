import type { Worker, WorkerEvents } from '@spool/client';
import { eventually } from './eventually.js';

/** What a worker told so far, by the event's name. */
export type WorkerRecord = { readonly [Name in keyof WorkerEvents]: WorkerEvents[Name][] };

/** Writes down all that a worker tells. */
export const recordOf = (worker: Worker): WorkerRecord => {
  const record: WorkerRecord = {
    taken: [],
    completed: [],
    failed: [],
    settled: [],
    leaseLost: [],
    error: [],
    idle: [],
  };
  worker.on('taken', (event) => record.taken.push(event));
  worker.on('completed', (event) => record.completed.push(event));
  worker.on('failed', (event) => record.failed.push(event));
  worker.on('settled', (event) => record.settled.push(event));
  worker.on('leaseLost', (event) => record.leaseLost.push(event));
  worker.on('error', (event) => record.error.push(event));
  worker.on('idle', (event) => record.idle.push(event));
  return record;
};

/** Waits until a worker's tasks are settled. */
export const untilSettled = (record: WorkerRecord, count: number): Promise<true> =>
  eventually(`${count} settled tasks`, () => (record.settled.length >= count ? true : null));
