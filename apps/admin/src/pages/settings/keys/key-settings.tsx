import type { ApiKey } from '@spool/contracts';
import { useApiKeys } from '../../../api/api-keys.js';
import { useRefusal } from '../../../api/session.js';
import { ActionButton } from '../../../components/action-button.js';
import { Section } from '../../../components/page.js';
import { momentWidth, type Column } from '../../../table/column.js';
import { LiveTable } from '../../../table/live-table.js';
import { Moment } from '../../../time/moment.js';
import type { SettingsPartProps } from '../settings-part.js';
import { CreateKeyPanel } from './create-key-panel.js';
import { RevokeKey } from './revoke-key.js';
import { RotateKey } from './rotate-key.js';

const columns: readonly Column<ApiKey>[] = [
  { name: 'Name', grows: true, cell: ({ name }) => <bdi title={name}>{name}</bdi> },
  { name: 'Id', width: 112, cell: ({ id }) => <span className="stranger">{id}</span> },
  {
    name: 'May',
    grows: true,
    onPhone: false,
    cell: ({ scopes }) => <span title={scopes.join(', ')}>{scopes.join(', ')}</span>,
  },
  {
    name: 'Queues',
    width: 140,
    onPhone: false,
    cell: ({ queues }) => <bdi className="stranger">{queues.join(', ')}</bdi>,
  },
  {
    name: 'Last used',
    width: momentWidth,
    align: 'end',
    onPhone: false,
    cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} />,
  },
  {
    name: 'Expires',
    width: momentWidth,
    align: 'end',
    onPhone: false,
    cell: ({ expiresAt }) =>
      expiresAt === null ? <span className="faint">never</span> : <Moment at={expiresAt} />,
  },
  {
    name: 'Old secret ends',
    width: 120,
    align: 'end',
    onPhone: false,
    cell: ({ previousSecretEndsAt }) => <Moment at={previousSecretEndsAt} />,
  },
  {
    name: 'Actions',
    width: 150,
    align: 'end',
    silent: true,
    cell: (apiKey) => (
      <>
        <RotateKey apiKey={apiKey} />
        <RevokeKey apiKey={apiKey} />
      </>
    ),
  },
];

/** The form of a new key, where the address asks for it. */
export const KeyPanel = ({ search, onSearch }: SettingsPartProps) =>
  search.create === undefined ? null : <CreateKeyPanel onClose={() => onSearch({})} />;

/** Services that may call. */
export const KeySettings = ({ onSearch }: SettingsPartProps) => {
  const refusal = useRefusal('admin');
  return (
    <Section
      title="API keys"
      aside={
        <ActionButton label="Create an API key" refusal={refusal} onAct={() => onSearch({ create: 'yes' })} />
      }
    >
      <LiveTable
        label="API keys"
        columns={columns}
        list={useApiKeys()}
        isFiltered={false}
        whenEmpty="Services call with a key; there is none."
      />
    </Section>
  );
};
