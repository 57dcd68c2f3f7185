import { Inject, Injectable } from '@nestjs/common';
import { coversQueue, type Caller } from '../platform/caller.js';
import { CONFIG, type Config } from '../platform/config/config.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { TrafficLog } from '../store/traffic-log.js';
import { writeFamilies, type Family } from './exposition.js';
import { InstallationWatch } from './installation-watch.js';
import { installationFamilies, replicaFamilies } from './queue-families.js';
import { groupQueues } from './queue-groups.js';

/** Answers Prometheus, within a second also while the database does not. */
@Injectable()
export class ScrapeService {
  constructor(
    private readonly metrics: Metrics,
    private readonly watch: InstallationWatch,
    private readonly traffic: TrafficLog,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  get contentType(): string {
    return this.metrics.registry.contentType;
  }

  /** Every metric; those of queues for the queues that the caller sees. */
  async scrape(caller: Caller): Promise<string> {
    const numbers = await this.watch.read();
    const seen = this.watch.lastKnown.filter(({ name }) => coversQueue(caller, name));
    const groups = groupQueues(seen, this.config.metricsQueues);
    const folded: Family = {
      name: 'spool_queues_folded',
      help: 'Queues without series of their own, beyond SPOOL_METRICS_QUEUES: they are in queue="(other)".',
      type: 'gauge',
      lines: [{ labels: {}, value: Math.max(0, seen.length - this.config.metricsQueues) }],
    };
    return [
      await this.metrics.registry.metrics(),
      writeFamilies([
        folded,
        ...installationFamilies(numbers, numbers === null ? [] : groups),
        ...replicaFamilies(this.traffic.sinceStart, groups),
      ]),
    ].join('\n');
  }
}
