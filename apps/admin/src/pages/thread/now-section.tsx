import type { TaskSummary } from '@spool/contracts';
import type { ThreadView } from '@spool/client';
import { useExplanation } from '../../api/tasks.js';
import { visible } from '../../components/member.js';
import { Section } from '../../components/page.js';
import { SituationBadge } from '../../components/situation-badge.js';
import { StrangerText } from '../../components/stranger-text.js';
import { QueueLink, TaskLink } from '../../components/task-links.js';
import { useNow } from '../../time/use-now.js';
import { wordDuration } from '../../time/words.js';
import { wordNobody } from './thread-words.js';

type Lease = NonNullable<TaskSummary['lease']>;

/** How much of a lease is left since it was last prolonged: it runs down until the worker's next word. */
const LeaseLeft = ({ lease }: { readonly lease: Lease }) => {
  const nowMs = useNow();
  const wholeMs = Math.max(Date.parse(lease.expiresAt) - Date.parse(lease.startedAt), 1);
  const leftMs = Math.max(Date.parse(lease.expiresAt) - nowMs, 0);
  const share = Math.min(leftMs / wholeMs, 1);
  return (
    <div className="lease">
      <div className="lease-bar" aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} data-low={share < 0.2} />
      </div>
      <span className="faint">
        {leftMs === 0
          ? 'its lease has lapsed'
          : `lease lapses in ${wordDuration(leftMs)} unless it is kept alive`}
      </span>
    </div>
  );
};

const RunningFor = ({ since }: { readonly since: string }) => {
  const nowMs = useNow();
  return <>{wordDuration(Math.max(nowMs - Date.parse(since), 0))}</>;
};

const Running = ({ task }: { readonly task: TaskSummary }) => (
  <>
    <p className="standing-line">
      <SituationBadge situation="running" /> <TaskLink id={task.id} />{' '}
      <span className="faint">
        attempt {task.attempt} of {task.maxAttempts}
      </span>
    </p>
    {task.lease !== undefined && (
      <>
        <p className="standing-line">
          on <StrangerText text={task.lease.workerId} /> for <RunningFor since={task.lease.startedAt} />, from{' '}
          <QueueLink queue={task.queue} />
        </p>
        <LeaseLeft lease={task.lease} />
      </>
    )}
  </>
);

const Nobody = ({ head }: { readonly head: TaskSummary }) => {
  const { data } = useExplanation(head.id);
  const nowMs = useNow();
  if (data === undefined) return <p className="standing-line">Nobody is running.</p>;
  return <p className="standing-line">{wordNobody(data.causes, head, nowMs)}</p>;
};

/** Who is in progress, or why nobody is. */
export const NowSection = ({ thread }: { readonly thread: ThreadView }) => {
  const running = thread.inProgress === null ? null : visible(thread.inProgress);
  const head = thread.head === null ? null : visible(thread.head);
  return (
    <Section title="Now">
      {running !== null && <Running task={running} />}
      {thread.inProgress !== null && running === null && (
        <p className="standing-line">
          <SituationBadge situation="running" /> a task in a queue that you may not read
        </p>
      )}
      {thread.inProgress === null && head !== null && <Nobody head={head} />}
      {thread.inProgress === null && head === null && <p className="standing-line">Nobody is running.</p>}
    </Section>
  );
};
