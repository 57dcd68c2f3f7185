import type { OperationPreview } from '@spool/contracts';
import { QueueLink } from '../../components/task-links.js';
import { SituationBadge } from '../../components/situation-badge.js';

const number = (count: number): string => count.toLocaleString('en-US');

const reasonWords = { in_another_operation: 'wait in another operation' } as const;

const Queues = ({ queues }: Pick<OperationPreview, 'queues'>) => (
  <ul className="preview-queues">
    {queues.map(({ queue, count, paused }) => (
      <li key={queue}>
        {number(count)} of <QueueLink queue={queue} />
        {paused && (
          <>
            {' '}
            <SituationBadge situation="paused" /> they would wait until it is resumed
          </>
        )}
      </li>
    ))}
  </ul>
);

/** How many tasks are eligible, and how many are not and why. */
export const PreviewSums = ({ preview }: { readonly preview: OperationPreview }) => {
  const { action, eligible, total, notEligible, queues, withoutThread, threads } = preview;
  const threadCount = `${threads.items.length}${threads.nextCursor === null ? '' : '+'}`;
  return (
    <>
      <dl className="preview-sums">
        <div>
          <dt>{action === 'restart' ? 'would be restarted' : 'would be deleted'}</dt>
          <dd>{number(eligible)}</dd>
        </div>
        <div>
          <dt>threads touched</dt>
          <dd>{threadCount}</dd>
        </div>
        <div>
          <dt>without a thread</dt>
          <dd>{number(withoutThread)}</dd>
        </div>
        <div>
          <dt>left out</dt>
          <dd>{number(total - eligible)}</dd>
        </div>
      </dl>
      {notEligible.map(({ code, count }) => (
        <p className="section-text" key={code}>
          {number(count)} left out: they {reasonWords[code]}.
        </p>
      ))}
      {(queues.length > 1 || queues.some(({ paused }) => paused)) && <Queues queues={queues} />}
    </>
  );
};
