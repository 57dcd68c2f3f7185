import type { Queue } from '@spool/contracts';
import { Facts } from '../../components/page.js';
import { QueueLink } from '../../components/task-links.js';
import { Moment } from '../../time/moment.js';
import { writeDuration } from '../../time/duration-text.js';

const wordBackoff = ({ backoff }: Queue): string => {
  const jitter = backoff.jitter === 0 ? '' : `, jitter ${backoff.jitter}`;
  if (backoff.type === 'fixed') return `${writeDuration(backoff.initialMs)} each time${jitter}`;
  const growth = `${writeDuration(backoff.initialMs)} × ${backoff.factor}`;
  return `${growth}, at most ${writeDuration(backoff.maxMs)}${jitter}`;
};

const DeadLetter = ({ queue }: { readonly queue: Queue }) => {
  const { mode, queue: target } = queue.deadLetter;
  if (mode === 'discard') return <>discarded</>;
  if (mode === 'forward' && target !== undefined) {
    return (
      <>
        forwarded to <QueueLink queue={target} />
      </>
    );
  }
  return <>kept {writeDuration(queue.retention.deadMs)}</>;
};

/** How a queue is configured. */
export const ConfigurationFacts = ({ queue }: { readonly queue: Queue }) => (
  <Facts
    facts={{
      Attempts: queue.maxAttempts,
      Backoff: wordBackoff(queue),
      'Keepalive timeout': writeDuration(queue.keepaliveTimeoutMs),
      'Longest run': queue.maxRunMs === 0 ? 'no limit' : writeDuration(queue.maxRunMs),
      'Dead tasks': <DeadLetter queue={queue} />,
      'Completed tasks': `kept ${writeDuration(queue.retention.completedMs)}`,
      'Dedup window': writeDuration(queue.dedupWindowMs),
      Order: queue.ordering === 'fair' ? 'fair: one turn a thread' : 'earliest first',
      'Thread ids': queue.threadScope === 'queue' ? 'of this queue alone' : 'of the whole installation',
      Changed: <Moment at={queue.updatedAt} />,
    }}
  />
);
