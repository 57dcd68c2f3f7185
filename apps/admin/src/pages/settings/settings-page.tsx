import { Tabs } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '../../components/page.js';
import type { SettingsSearch, SettingsPart } from '../../routes/search.js';
import { AccountSettings } from './account/account-settings.js';
import { KeyPanel, KeySettings } from './keys/key-settings.js';
import { OperatorPanels, OperatorSettings } from './operators/operator-settings.js';
import type { SettingsPartProps } from './settings-part.js';

const route = getRouteApi('/console/settings');

interface PartOfPage {
  readonly label: string;
  readonly Body: (props: SettingsPartProps) => ReactNode;
  /** What stands beside it, where its address says so. */
  readonly Panel?: (props: SettingsPartProps) => ReactNode;
}

const parts: Readonly<Record<SettingsPart, PartOfPage>> = {
  account: { label: 'Your account', Body: AccountSettings },
  operators: { label: 'Operators', Body: OperatorSettings, Panel: OperatorPanels },
  keys: { label: 'API keys', Body: KeySettings, Panel: KeyPanel },
};

const names = ['account', 'operators', 'keys'] as const satisfies readonly SettingsPart[];

const isPart = (value: string | null): value is SettingsPart => names.some((name) => name === value);

/** One's own account, and who else may call: operators and API keys. */
export const SettingsPage = () => {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { part = 'account' } = search;
  const onSearch = (next: SettingsSearch) => void navigate({ search: { part, ...next } });
  const { Panel } = parts[part];
  return (
    <Page title="Settings" panel={Panel !== undefined && <Panel search={search} onSearch={onSearch} />}>
      <Tabs
        className="page-tabs"
        value={part}
        keepMounted={false}
        onChange={(value) => {
          if (isPart(value)) onSearch({ part: value });
        }}
      >
        <Tabs.List>
          {names.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {parts[name].label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {names.map((name) => {
          const { Body } = parts[name];
          return (
            <Tabs.Panel key={name} value={name}>
              <Body search={search} onSearch={onSearch} />
            </Tabs.Panel>
          );
        })}
      </Tabs>
    </Page>
  );
};
