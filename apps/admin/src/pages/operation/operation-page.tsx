import type { OperationDetail } from '@spool/contracts';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useOperation } from '../../api/operations.js';
import { CopyLink } from '../../components/copy-link.js';
import { Facts, Page } from '../../components/page.js';
import { SingleAnswer } from '../../components/single-answer.js';
import { QueueLink } from '../../components/task-links.js';
import { Moment } from '../../time/moment.js';
import { FilterWords } from '../plan/filter-words.js';
import { OperationBadge } from '../operations/operation-badge.js';
import { titleOf, wordOperation } from '../operations/operation-words.js';
import { ProgressBar } from '../operations/progress-bar.js';
import { FailedAgain } from './failed-again.js';
import { OperationActions } from './operation-actions.js';
import { OperationTasks } from './operation-tasks.js';
import { Report } from './report.js';
import './operation-page.css';

const route = getRouteApi('/console/operations/$operationId');

const paceOf = ({ ratePerSecond }: OperationDetail): string =>
  ratePerSecond === null ? 'as fast as it goes' : `${ratePerSecond.toLocaleString('en-US')} a second`;

const canaryOf = ({ canary }: OperationDetail): string | null =>
  canary === null ? null : `${canary.toLocaleString('en-US')} first`;

const Queues = ({ names }: { readonly names: readonly string[] }) => (
  <>
    {names.slice(0, 5).map((name, index) => (
      <span key={name}>
        {index > 0 && ', '}
        <QueueLink queue={name} />
      </span>
    ))}
    {names.length > 5 && ` and ${names.length - 5} more`}
  </>
);

const OperationFacts = ({ operation }: { readonly operation: OperationDetail }) => {
  const { filter, queues, reason, createdBy, createdAt, finishedAt, verifiedAt } = operation;
  const otherQueues = queues.filter((name) => name !== filter.queue);
  return (
    <div className="operation-facts">
      <Facts
        facts={{
          Which: <FilterWords filter={filter} />,
          Queues: otherQueues.length > 0 && <Queues names={queues} />,
          Reason: reason !== null && <bdi>{reason}</bdi>,
          By: <bdi>{createdBy}</bdi>,
          Began: <Moment at={createdAt} />,
          Ended: finishedAt !== null && <Moment at={finishedAt} />,
          Verified: verifiedAt !== null && <Moment at={verifiedAt} />,
          Pace: paceOf(operation),
          Canary: canaryOf(operation),
        }}
      />
    </div>
  );
};

interface BodyProps {
  readonly operation: OperationDetail;
  readonly outcome: string | undefined;
  readonly onOutcome: (outcome: string | undefined) => void;
}

const Body = ({ operation, outcome, onOutcome }: BodyProps) => (
  <>
    <div className="operation-standing">
      <output className="operation-words" aria-label="How it stands">
        {wordOperation(operation)}
      </output>
      <ProgressBar operation={operation} />
      <Report operation={operation} />
    </div>
    <OperationFacts operation={operation} />
    <FailedAgain operation={operation} />
    <OperationTasks operation={operation} outcome={outcome} onOutcome={onOutcome} />
  </>
);

/** A bulk restart or deletion: how far it is, what became of its tasks, and the means to hold it or take it back. */
export const OperationPage = () => {
  const { operationId } = route.useParams();
  const { outcome } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useOperation(operationId);
  const operation = query.data;
  return (
    <Page
      title={operation === undefined ? `Operation ${operationId}` : titleOf(operation)}
      above={<Link to="/operations">Operations</Link>}
      aside={
        operation !== undefined && (
          <>
            <OperationBadge operation={operation} />
            <div className="page-heading-actions">
              <CopyLink />
              <OperationActions operation={operation} />
            </div>
          </>
        )
      }
    >
      <SingleAnswer query={query}>
        {(found) => (
          <Body
            operation={found}
            outcome={outcome}
            onOutcome={(chosen) =>
              void navigate({ search: (before) => ({ ...before, outcome: chosen }), replace: true })
            }
          />
        )}
      </SingleAnswer>
    </Page>
  );
};
