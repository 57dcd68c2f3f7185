import type { Operator } from '@spool/contracts';
import { useOperators } from '../../../api/operators.js';
import { useRefusal } from '../../../api/session.js';
import { ActionButton } from '../../../components/action-button.js';
import { Section } from '../../../components/page.js';
import type { Column } from '../../../table/column.js';
import { LiveTable } from '../../../table/live-table.js';
import { Moment } from '../../../time/moment.js';
import type { SettingsPartProps } from '../settings-part.js';
import { CreateOperatorPanel } from './create-operator-panel.js';
import { OperatorPanel } from './operator-panel.js';
import { sourceWords } from './operator-words.js';

const columns: readonly Column<Operator>[] = [
  { name: 'Name', grows: true, cell: ({ username }) => <bdi title={username}>{username}</bdi> },
  { name: 'Role', width: 90, cell: ({ role }) => role },
  {
    name: 'Queues',
    grows: true,
    onPhone: false,
    cell: ({ queues }) => <bdi className="stranger">{queues.join(', ')}</bdi>,
  },
  { name: 'Signs in with', width: 130, onPhone: false, cell: ({ source }) => sourceWords[source] },
  {
    name: 'May sign in',
    width: 100,
    cell: ({ enabled }) => (enabled ? 'yes' : <span className="faint">disabled</span>),
  },
  {
    name: 'Last signed in',
    width: 120,
    align: 'end',
    onPhone: false,
    cell: ({ lastSignedInAt }) =>
      lastSignedInAt === null ? <span className="faint">never</span> : <Moment at={lastSignedInAt} />,
  },
];

/** The form of a new operator, or one operator, as the address says. */
export const OperatorPanels = ({ search, onSearch }: SettingsPartProps) => {
  const close = () => onSearch({});
  if (search.create !== undefined) return <CreateOperatorPanel onClose={close} />;
  return search.open === undefined ? null : (
    <OperatorPanel key={search.open} id={search.open} onClose={close} />
  );
};

/** People who may sign in. */
export const OperatorSettings = ({ search, onSearch }: SettingsPartProps) => {
  const refusal = useRefusal('admin');
  return (
    <Section
      title="Operators"
      aside={
        <ActionButton
          label="Create an operator"
          refusal={refusal}
          onAct={() => onSearch({ create: 'yes' })}
        />
      }
    >
      <LiveTable
        label="Operators"
        columns={columns}
        list={useOperators()}
        isFiltered={false}
        whenEmpty="There is nobody."
        openKey={search.open}
        onOpen={({ id }) => onSearch({ open: id })}
      />
    </Section>
  );
};
