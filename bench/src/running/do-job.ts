import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Job, JobAnswer } from './job.js';

const program = fileURLToPath(new URL('../run-job.js', import.meta.url));
/** Far beyond what a run takes: it ends what hangs. */
const timeoutMs = 30 * 60_000;

/** Does one run in a fresh process. */
export const doJob = (job: Job, signal: AbortSignal): Promise<JobAnswer> =>
  new Promise((resolve) => {
    const child = fork(program, {
      signal,
      timeout: timeoutMs,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    let answer: JobAnswer | undefined;
    child.once('message', (message) => {
      answer = message as JobAnswer;
    });
    child.once('error', (error) => resolve({ status: 'failed', reason: error.message }));
    child.once('exit', (code, endedBy) =>
      resolve(
        answer ?? { status: 'failed', reason: `The run ended (${code ?? endedBy}) without an answer.` },
      ),
    );
    child.send(job);
  });
