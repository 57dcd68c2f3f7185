import { Combobox, PillsInput, type ComboboxStore } from '@mantine/core';
import type { KeyboardEvent } from 'react';

interface DraftFieldProps {
  readonly label: string;
  /** Whether no part is set yet. */
  readonly isFirst: boolean;
  readonly draft: string;
  readonly combobox: ComboboxStore;
  readonly onDraft: (draft: string) => void;
  readonly onCommit: () => void;
  readonly onRemoveLast: () => void;
}

/** Where the next part is typed. */
export const DraftField = ({ label, isFirst, draft, combobox, ...events }: DraftFieldProps) => {
  const { onDraft, onCommit, onRemoveLast } = events;
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Backspace' && draft === '') onRemoveLast();
    if (event.key === 'Escape') event.currentTarget.blur();
    const isChoosing = combobox.getSelectedOptionIndex() >= 0;
    if (event.key !== 'Enter' || isChoosing) return;
    event.preventDefault();
    onCommit();
  };
  return (
    <Combobox.EventsTarget>
      <PillsInput.Field
        data-filter-bar
        aria-label={label}
        placeholder={isFirst ? 'Filter: state:dead type:email thread:order-*' : ''}
        autoComplete="off"
        spellCheck={false}
        value={draft}
        onChange={(event) => {
          onDraft(event.currentTarget.value);
          combobox.openDropdown();
          combobox.resetSelectedOption();
        }}
        onFocus={() => combobox.openDropdown()}
        onClick={() => combobox.openDropdown()}
        onBlur={() => {
          combobox.closeDropdown();
          onCommit();
        }}
        onKeyDown={onKeyDown}
      />
    </Combobox.EventsTarget>
  );
};
