import type { Queue } from '@spool/contracts';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useErrorGroups } from '../../api/error-groups.js';
import { useQueue } from '../../api/queues.js';
import { useRefusal } from '../../api/session.js';
import { useAllWorkers } from '../../api/workers.js';
import { ActionButton } from '../../components/action-button.js';
import { StatisticsSection } from '../../charts/statistics-section.js';
import { ErrorGroupTable } from '../../components/error-group-table.js';
import { Page, Section } from '../../components/page.js';
import { PauseControl } from '../../components/pause-control.js';
import { SingleAnswer } from '../../components/single-answer.js';
import { SituationBadge } from '../../components/situation-badge.js';
import { WorkerTable } from '../../components/worker-table.js';
import { ConfigurePanel } from '../../queue/queue-form-panel.js';
import { ConfigurationFacts } from './configuration-facts.js';
import { DeleteQueue } from './delete-queue.js';
import { QueueNumbers } from './queue-numbers.js';

const route = getRouteApi('/console/queues/$queue');
const shownGroups = 6;

const Heading = ({ queue, onEdit }: { readonly queue: Queue; readonly onEdit: () => void }) => {
  const refusal = useRefusal('admin');
  return (
    <>
      {queue.paused && <SituationBadge situation="paused" />}
      {queue.pauseReason !== null && <bdi className="faint">{queue.pauseReason}</bdi>}
      <div className="page-heading-actions">
        <PauseControl queue={queue} variant="default" size="xs" />
        <ActionButton label="Configure" refusal={refusal} onAct={onEdit} />
        <DeleteQueue queue={queue} />
      </div>
    </>
  );
};

const Workers = ({ queue }: { readonly queue: string }) => {
  const workers = useAllWorkers().data?.items.filter(({ queues }) => queues.includes(queue));
  if (workers === undefined) return null;
  if (workers.length > 0) return <WorkerTable workers={workers} />;
  return <p className="faint section-text">No worker asked for its tasks in the last five minutes.</p>;
};

const Errors = ({ queue }: { readonly queue: string }) => {
  const groups = useErrorGroups({ queue, limit: shownGroups }).data?.items;
  if (groups === undefined) return null;
  if (groups.length > 0) return <ErrorGroupTable groups={groups} isOfOneQueue />;
  return <p className="faint section-text">None of its tasks is dead.</p>;
};

const Body = ({ queue }: { readonly queue: Queue }) => (
  <>
    {queue.description !== '' && (
      <p className="why">
        <bdi>{queue.description}</bdi>
      </p>
    )}
    <QueueNumbers queue={queue} />
    <StatisticsSection queue={queue.name} />
    <div className="overview-columns">
      <Section title="Workers">
        <Workers queue={queue.name} />
      </Section>
      <Section
        title="Errors"
        aside={
          <Link to="/dlq" search={{ queue: queue.name }}>
            Dead tasks
          </Link>
        }
      >
        <Errors queue={queue.name} />
      </Section>
    </div>
    <Section title="Configuration">
      <ConfigurationFacts queue={queue} />
    </Section>
  </>
);

/** One queue: how its work goes, who does it, and how it is configured. */
export const QueuePage = () => {
  const { queue: name } = route.useParams();
  const { edit } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQueue(name);
  const queue = query.data;
  const close = () => void navigate({ search: {} });
  return (
    <Page
      title={name}
      above={<Link to="/queues">Queues</Link>}
      aside={
        queue !== undefined && (
          <Heading queue={queue} onEdit={() => void navigate({ search: { edit: 'yes' } })} />
        )
      }
      panel={edit !== undefined && queue !== undefined && <ConfigurePanel queue={queue} onClose={close} />}
    >
      <SingleAnswer query={query}>{(found) => <Body queue={found} />}</SingleAnswer>
    </Page>
  );
};
