import type { ApiKey, CreatedApiKey } from '@spool/contracts';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiKeys } from '../../api/api-keys.js';
import { useMay } from '../../api/session.js';
import { ActionButton } from '../../components/action-button.js';
import { Page, Section } from '../../components/page.js';
import type { Column } from '../../table/column.js';
import { LiveTable } from '../../table/live-table.js';
import { Moment } from '../../time/moment.js';
import { CreateKeyPanel } from './create-key-panel.js';
import { CreatedKey } from './created-key.js';
import { RevokeKey } from './revoke-key.js';

const route = getRouteApi('/console/settings');

const columns: readonly Column<ApiKey>[] = [
  { name: 'Name', grows: true, cell: ({ name }) => <bdi title={name}>{name}</bdi> },
  { name: 'Id', width: 120, onPhone: false, cell: ({ id }) => <span className="stranger">{id}</span> },
  { name: 'May', grows: true, onPhone: false, cell: ({ scopes }) => scopes.join(', ') },
  {
    name: 'Queues',
    width: 140,
    onPhone: false,
    cell: ({ queues }) => <bdi className="stranger">{queues.join(', ')}</bdi>,
  },
  { name: 'Last used', width: 110, align: 'end', cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} /> },
  {
    name: 'Expires',
    width: 110,
    align: 'end',
    onPhone: false,
    cell: ({ expiresAt }) =>
      expiresAt === null ? <span className="faint">never</span> : <Moment at={expiresAt} />,
  },
  {
    name: 'Actions',
    width: 86,
    align: 'end',
    silent: true,
    cell: (apiKey) => <RevokeKey apiKey={apiKey} />,
  },
];

/** Who may call: API keys. */
export const SettingsPage = () => {
  const { create } = route.useSearch();
  const navigate = route.useNavigate();
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  const keys = useApiKeys();
  const refusal = useMay('admin') ? null : 'This needs the permission “admin”.';
  const close = () => void navigate({ search: {} });
  return (
    <Page
      title="Settings"
      panel={
        create !== undefined && (
          <CreateKeyPanel
            onClose={close}
            onCreated={(key) => {
              setCreated(key);
              close();
            }}
          />
        )
      }
    >
      <Section
        title="API keys"
        aside={
          <ActionButton
            label="Create an API key"
            refusal={refusal}
            onAct={() => void navigate({ search: { create: 'yes' } })}
          />
        }
      >
        <LiveTable
          label="API keys"
          columns={columns}
          list={keys}
          isFiltered={false}
          whenEmpty="Services call with a key; there is none."
        />
      </Section>
      {created !== null && (
        <CreatedKey
          created={created}
          onClose={() => {
            setCreated(null);
            keys.showNew();
          }}
        />
      )}
    </Page>
  );
};
