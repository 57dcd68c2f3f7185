import type { OperationDetail, OperationFailureCode, RepeatedFailure } from '@spool/contracts';
import { Link } from '@tanstack/react-router';
import { Section } from '../../components/page.js';
import { StrangerText } from '../../components/stranger-text.js';
import { TaskLink } from '../../components/task-links.js';
import { DataTable, type Column } from '../../table/data-table.js';

const columns: readonly Column<RepeatedFailure>[] = [
  {
    name: 'Error',
    grows: true,
    cell: ({ errorType, message, group }) => (
      <Link to="/dlq" search={{ group }} className="plain-link">
        {errorType !== null && <StrangerText text={errorType} />}{' '}
        <bdi className="faint" title={message ?? undefined}>
          {message ?? 'no longer kept'}
        </bdi>
      </Link>
    ),
  },
  {
    name: 'Which',
    width: 120,
    cell: ({ isNew }) => (
      <span className="error-kind" data-new={isNew}>
        {isNew ? 'new error' : 'same error'}
      </span>
    ),
  },
  { name: 'Tasks', width: 72, align: 'end', cell: ({ count }) => count.toLocaleString('en-US') },
  {
    name: 'For example',
    width: 110,
    align: 'end',
    onPhone: false,
    cell: ({ sampleTaskId }) => <TaskLink id={sampleTaskId} />,
  },
];

const failureWords: Readonly<Record<OperationFailureCode, string>> = {
  already_restarted: 'somebody else had restarted them',
  task_not_found: 'they were deleted, or their retention had ended',
  internal_error: 'the service could not do them: its log says why',
};

/** What failed again, by error, and what could not be done at all. */
export const FailedAgain = ({ operation }: { readonly operation: OperationDetail }) => {
  const { failedAgain, failures } = operation;
  if (failedAgain.length === 0 && failures.length === 0) return null;
  return (
    <Section title="What went wrong">
      {failures.map(({ code, count }) => (
        <p className="section-text" key={code}>
          {count.toLocaleString('en-US')} not done: {failureWords[code]}.
        </p>
      ))}
      {failedAgain.length > 0 && (
        <DataTable
          label="Failed again"
          columns={columns}
          rows={failedAgain}
          rowKey={({ group, isNew }) => `${group} ${isNew}`}
        />
      )}
    </Section>
  );
};
