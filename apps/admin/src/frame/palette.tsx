import { Spotlight, spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useCommandActions, useSearchActions } from './palette-actions.js';
import '@mantine/spotlight/styles.css';

const shownActions = 12;

const matches = (text: string, query: string): boolean => text.toLowerCase().includes(query);

/** What was found for the text goes first; commands that contain it follow. */
const filterCommands = (
  groups: readonly SpotlightActionGroupData[],
  text: string,
): SpotlightActionGroupData[] => {
  const query = text.trim().toLowerCase();
  return groups
    .map(({ group, actions }) => ({
      group,
      actions: actions.filter(({ label = '' }) => matches(label, query)),
    }))
    .filter(({ actions }) => actions.length > 0);
};

/** Takes any id, thread or command. */
export const Palette = ({ opening }: { readonly opening: number }) => {
  const [query, setQuery] = useState('');
  const found = useSearchActions(query.trim());
  const commands = useCommandActions();
  useEffect(() => {
    if (opening > 0) spotlight.open();
  }, [opening]);
  return (
    <Spotlight
      actions={[...found, ...filterCommands(commands, query)]}
      filter={(_, actions) => actions}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      limit={shownActions}
      scrollable
      maxHeight={420}
      nothingFound="Nothing by that name"
      searchProps={{
        leftSection: <IconSearch size={16} />,
        placeholder: 'A task id, a thread, a queue, or a command',
        'aria-label': 'Go to any id, thread or command',
      }}
    />
  );
};
