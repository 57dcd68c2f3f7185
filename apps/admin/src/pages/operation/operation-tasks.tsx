import {
  operationOutcome,
  type Operation,
  type OperationOutcome,
  type OperationTask,
} from '@spool/contracts';
import { useOperationTasks } from '../../api/operations.js';
import { ChoiceFilter } from '../../components/filters.js';
import { Section } from '../../components/page.js';
import { SituationGlyph } from '../../components/situation-badge.js';
import type { Situation } from '../../components/situation.js';
import { QueueLink, TaskLink, ThreadLink } from '../../components/task-links.js';
import type { Column } from '../../table/column.js';
import { LiveTable } from '../../table/live-table.js';

const words: Readonly<Record<OperationOutcome, string>> = {
  pending: 'to do',
  restarted: 'waiting',
  passed: 'passed',
  failed_again: 'failed again',
  removed: 'deleted since',
  deleted: 'deleted',
  failed: 'not done',
  undone: 'returned',
};

const glyphs: Readonly<Record<OperationOutcome, Situation>> = {
  pending: 'scheduled',
  restarted: 'waiting',
  passed: 'done',
  failed_again: 'dead',
  removed: 'paused',
  deleted: 'done',
  failed: 'backoff',
  undone: 'restarted',
};

const Outcome = ({ outcome }: { readonly outcome: OperationOutcome }) => (
  <span className="situation" data-situation={glyphs[outcome]}>
    <SituationGlyph situation={glyphs[outcome]} />
    {words[outcome]}
  </span>
);

const columns: readonly Column<OperationTask>[] = [
  {
    name: 'Turn',
    width: 64,
    align: 'end',
    onPhone: false,
    cell: ({ place }) => place.toLocaleString('en-US'),
  },
  { name: 'Dead task', width: 104, cell: ({ id }) => <TaskLink id={id} /> },
  {
    name: 'Restarted as',
    width: 110,
    cell: ({ newId }) => (newId === null ? <span className="faint">–</span> : <TaskLink id={newId} />),
  },
  { name: 'Outcome', width: 130, cell: ({ outcome }) => <Outcome outcome={outcome} /> },
  { name: 'Queue', width: 150, onPhone: false, cell: ({ queue }) => <QueueLink queue={queue} /> },
  {
    name: 'Thread',
    grows: true,
    onPhone: false,
    cell: ({ threadId, queue }) => <ThreadLink threadId={threadId} queue={queue} />,
  },
];

const choicesOf = ({ action }: Operation) =>
  operationOutcome.options
    .filter(
      (outcome) =>
        (action === 'delete') === (outcome === 'deleted') || outcome === 'pending' || outcome === 'failed',
    )
    .filter((outcome) => action === 'delete' || outcome !== 'deleted')
    .map((outcome) => ({ value: outcome, label: words[outcome] }));

interface OperationTasksProps {
  readonly operation: Operation;
  readonly outcome: string | undefined;
  readonly onOutcome: (outcome: string | undefined) => void;
}

/** What became of each task, in its turn. */
export const OperationTasks = ({ operation, outcome, onOutcome }: OperationTasksProps) => {
  const wanted = operationOutcome.safeParse(outcome).data;
  return (
    <Section
      title="Tasks"
      aside={
        <ChoiceFilter
          label="Outcome"
          all="All"
          value={wanted}
          choices={choicesOf(operation)}
          onChange={onOutcome}
        />
      }
    >
      <LiveTable
        label="Tasks of the operation"
        columns={columns}
        list={useOperationTasks(operation.id, wanted)}
        isFiltered={wanted !== undefined}
        whenEmpty="It covers no task."
      />
    </Section>
  );
};
