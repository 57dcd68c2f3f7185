import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { TrafficLog } from '../store/traffic-log.js';
import type { Job } from './job.js';

/** Writes down what happened on this replica, and how much is where; once more when it has stopped serving. */
@Injectable()
export class RecordStatistics implements Job, OnApplicationShutdown {
  readonly name = 'record-statistics';

  constructor(private readonly traffic: TrafficLog) {}

  run(): Promise<void> {
    return this.traffic.flush();
  }

  async onApplicationShutdown(): Promise<void> {
    // Statistics are no reason to end with an error.
    await this.traffic.flush().catch(() => undefined);
  }
}
