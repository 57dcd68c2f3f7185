import type { TaskAttempt, TaskDetail, TaskError } from '@spool/contracts';
import { wordDuration } from '../time/words.js';
import { DataTable, type Column } from '../table/data-table.js';
import { Moment } from '../time/moment.js';
import { ErrorLine } from './error-line.js';
import { Facts, Section } from './page.js';
import { StrangerBlock, StrangerText } from './stranger-text.js';
import { QueueLink, TaskLink, ThreadLink } from './task-links.js';

/** What a task is, as facts. */
export const TaskFacts = ({ task }: { readonly task: TaskDetail }) => (
  <Facts
    facts={{
      Queue: <QueueLink queue={task.queue} />,
      Thread: <ThreadLink threadId={task.threadId} queue={task.queue} />,
      Type: task.type !== null && <StrangerText text={task.type} />,
      Attempt: `${task.attempt} of ${task.maxAttempts}`,
      Scheduled: <Moment at={task.scheduledAt} />,
      Enqueued: <Moment at={task.enqueuedAt} />,
      Finished: task.finishedAt !== undefined && <Moment at={task.finishedAt} />,
      Worker: task.lease !== undefined && <StrangerText text={task.lease.workerId} />,
      Started: task.lease !== undefined && <Moment at={task.lease.startedAt} />,
      'Lease lapses': task.lease !== undefined && <Moment at={task.lease.expiresAt} />,
      'Restarted from': task.restartedFrom !== undefined && <TaskLink id={task.restartedFrom} />,
      'Restarted as': task.restartedAs !== undefined && <TaskLink id={task.restartedAs} />,
      'Forwarded as': task.forwardedAs !== undefined && <TaskLink id={task.forwardedAs} />,
      'Dead letter of': task.deadLetter !== undefined && <TaskLink id={task.deadLetter.taskId} />,
    }}
  />
);

/** What went wrong: type, message and, where it is known, the stack. */
export const ErrorSection = ({ error }: { readonly error: TaskError }) => (
  <Section title="Error">
    <ErrorLine error={error} />
    {error.stack !== undefined && <StrangerBlock label="Stack" text={error.stack} />}
  </Section>
);

/** The error of a task with its stack, which only the history keeps. */
export const lastErrorOf = (task: TaskDetail): TaskError | undefined =>
  task.history.findLast((attempt) => attempt.error !== undefined)?.error ?? task.error;

/** A JSON value as indented text. */
export const JsonSection = ({ title, value }: { readonly title: string; readonly value: unknown }) => (
  <Section title={title}>
    <StrangerBlock label={`${title} as JSON`} text={JSON.stringify(value, null, 2)} />
  </Section>
);

const lengthOf = ({ startedAt, endedAt }: TaskAttempt): string =>
  endedAt === null ? '–' : wordDuration(Date.parse(endedAt) - Date.parse(startedAt));

const attemptColumns: readonly Column<TaskAttempt>[] = [
  { name: 'Attempt', cell: ({ attempt }) => attempt },
  { name: 'Outcome', cell: ({ outcome }) => outcome ?? 'running' },
  { name: 'Worker', onPhone: false, cell: ({ workerId }) => <StrangerText text={workerId} /> },
  { name: 'Started', cell: ({ startedAt }) => <Moment at={startedAt} /> },
  { name: 'Took', align: 'end', cell: lengthOf },
  { name: 'Error', grows: true, cell: ({ error }) => error !== undefined && <bdi>{error.message}</bdi> },
];

/** The attempts of a task, as they were made. */
export const AttemptsSection = ({ attempts }: { readonly attempts: readonly TaskAttempt[] }) => (
  <Section title="Attempts">
    {attempts.length === 0 ? (
      <p className="faint section-text">It has not been dequeued yet.</p>
    ) : (
      <DataTable
        label="Attempts"
        columns={attemptColumns}
        rows={attempts}
        rowKey={({ attempt, startedAt }) => `${attempt} ${startedAt}`}
      />
    )}
  </Section>
);
