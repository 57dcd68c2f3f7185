import { Injectable } from '@nestjs/common';
import { WorkersSeen } from '../store/workers-seen.js';
import type { Job } from './job.js';

/** Writes down which workers asked for tasks on this replica. */
@Injectable()
export class RecordWorkers implements Job {
  readonly name = 'record-workers';

  constructor(private readonly workers: WorkersSeen) {}

  run(): Promise<void> {
    return this.workers.flush();
  }
}
