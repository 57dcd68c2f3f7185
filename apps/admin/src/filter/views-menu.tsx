import { ActionIcon, Button, Menu, TextInput } from '@mantine/core';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { usualViews, useSavedViews, type SavedView } from './saved-views.js';

interface ViewsMenuProps {
  readonly filter: string | undefined;
  readonly onChoose: (filter: string) => void;
}

const SaveForm = ({
  filter,
  onSave,
}: {
  readonly filter: string;
  readonly onSave: (view: SavedView) => void;
}) => {
  const [name, setName] = useState('');
  return (
    <form
      className="menu-row"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') onSave({ name: name.trim(), filter });
        setName('');
      }}
    >
      <TextInput
        aria-label="Name of the view"
        placeholder="Save this filter as"
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => event.stopPropagation()}
      />
      <Button type="submit" variant="default">
        Save
      </Button>
    </form>
  );
};

/** Filters under names: the usual ones, and those that this browser keeps. */
export const ViewsMenu = ({ filter, onChoose }: ViewsMenuProps) => {
  const { views, save, forget } = useSavedViews();
  return (
    <Menu position="bottom-end" width={300} closeOnItemClick>
      <Menu.Target>
        <Button variant="default" size="sm" leftSection={<IconBookmark size={14} aria-hidden />}>
          Views
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {views.length > 0 && <Menu.Label>Saved in this browser</Menu.Label>}
        {views.map((view) => (
          <div className="view-row" key={view.name}>
            <Menu.Item onClick={() => onChoose(view.filter)}>{view.name}</Menu.Item>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Forget ${view.name}`}
              onClick={() => forget(view.name)}
            >
              <IconTrash size={14} aria-hidden />
            </ActionIcon>
          </div>
        ))}
        <Menu.Label>Usual</Menu.Label>
        {usualViews.map((view) => (
          <Menu.Item key={view.name} onClick={() => onChoose(view.filter)}>
            {view.name}
          </Menu.Item>
        ))}
        {filter !== undefined && (
          <>
            <Menu.Divider />
            <SaveForm filter={filter} onSave={save} />
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
};
