/** Does one run in a process of its own, so that each side starts with cold code and a heap of its own. */
import type { Job, JobAnswer } from './running/job.js';
import { workloads } from './workloads/catalogue.js';

const answerTo = async ({ workload, side, place, size }: Job): Promise<JobAnswer> => {
  try {
    return { status: 'done', run: await workloads[workload].run(side, place, size) };
  } catch (error) {
    return {
      status: 'failed',
      reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
};

process.once('message', (job: Job) => {
  void answerTo(job).then((answer) => process.send?.(answer, () => process.exit(0)));
});
process.once('disconnect', () => process.exit(1));
