import type { SideName } from '../sides/catalogue.js';
import type { Place } from '../sides/open-side.js';
import type { WorkloadName } from '../workloads/catalogue.js';
import type { WorkloadRun } from '../workloads/workload.js';

/** One run, as the process that does it is told. */
export interface Job {
  readonly workload: WorkloadName;
  readonly side: SideName;
  readonly place: Place;
  readonly size: number;
}

/** What that process answers. */
export type JobAnswer =
  | { readonly status: 'done'; readonly run: WorkloadRun }
  | { readonly status: 'failed'; readonly reason: string };
