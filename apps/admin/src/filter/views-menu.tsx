import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { PopoverAction, PopoverList } from '../components/popover-list.js';
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
      className="menu-row save-view"
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
      />
      <Button type="submit" variant="default">
        Save
      </Button>
    </form>
  );
};

interface SavedRowProps {
  readonly view: SavedView;
  readonly onChoose: () => void;
  readonly onForget: () => void;
}

const SavedRow = ({ view, onChoose, onForget }: SavedRowProps) => (
  <div className="view-row">
    <PopoverAction onAct={onChoose}>{view.name}</PopoverAction>
    <ActionIcon variant="subtle" color="gray" aria-label={`Forget ${view.name}`} onClick={onForget}>
      <IconTrash size={14} aria-hidden />
    </ActionIcon>
  </div>
);

const ViewsList = ({ filter, onChoose }: ViewsMenuProps) => {
  const { views, save, forget } = useSavedViews();
  return (
    <>
      {views.length > 0 && <p className="popover-label">Saved in this browser</p>}
      {views.map((view) => (
        <SavedRow
          key={view.name}
          view={view}
          onChoose={() => onChoose(view.filter)}
          onForget={() => forget(view.name)}
        />
      ))}
      <p className="popover-label">Usual</p>
      {usualViews.map((view) => (
        <PopoverAction key={view.name} onAct={() => onChoose(view.filter)}>
          {view.name}
        </PopoverAction>
      ))}
      {filter !== undefined && <SaveForm filter={filter} onSave={save} />}
    </>
  );
};

/** Filters under names: the usual ones, and those that this browser keeps. */
export const ViewsMenu = ({ filter, onChoose }: ViewsMenuProps) => (
  <PopoverList
    renderButton={(onToggle) => (
      <Button
        variant="default"
        size="sm"
        leftSection={<IconBookmark size={14} aria-hidden />}
        onClick={onToggle}
      >
        Views
      </Button>
    )}
    renderList={(onClose) => (
      <ViewsList
        filter={filter}
        onChoose={(chosen) => {
          onClose();
          onChoose(chosen);
        }}
      />
    )}
  />
);
