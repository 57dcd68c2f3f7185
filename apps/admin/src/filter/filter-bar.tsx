import { Combobox, Pill, PillsInput, useCombobox } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import { DraftField } from './draft-field.js';
import { parseFilter, writeFilter, writePart, type FilterPart } from './filter-text.js';
import './filter-bar.css';

/** What a filter may name, and which values come to mind. */
export interface FilterField {
  readonly key: string;
  readonly hint: string;
  readonly values: readonly string[];
}

interface FilterBarProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  readonly fields: readonly FilterField[];
  /** Why a part means nothing; null when it means something. */
  readonly problemOf: (part: FilterPart) => string | null;
}

const mostSuggestions = 12;

interface Suggestion {
  readonly text: string;
  readonly hint: string;
}

const suggestionsFor = (draft: string, fields: readonly FilterField[]): Suggestion[] => {
  const [key = '', ...rest] = draft.split(':');
  const field = fields.find((candidate) => candidate.key === key);
  if (field === undefined || rest.length === 0) {
    return fields
      .filter((candidate) => candidate.key.startsWith(draft.toLowerCase()))
      .map(({ key: name, hint }) => ({ text: `${name}:`, hint }));
  }
  const begun = rest.join(':').toLowerCase();
  return field.values
    .filter((value) => value.toLowerCase().includes(begun))
    .slice(0, mostSuggestions)
    .map((value) => ({ text: writePart({ key, value }), hint: '' }));
};

interface ChipProps {
  readonly part: FilterPart;
  readonly problem: string | null;
  readonly onRemove: () => void;
}

const Chip = ({ part, problem, onRemove }: ChipProps) => (
  <Pill
    className="filter-chip"
    withRemoveButton
    onRemove={onRemove}
    data-wrong={problem !== null}
    title={problem ?? undefined}
    removeButtonProps={{ 'aria-label': `Remove ${writePart(part)}`, 'aria-hidden': false, tabIndex: 0 }}
  >
    {part.key !== '' && <span className="filter-key">{part.key}:</span>}
    <bdi>{part.value}</bdi>
  </Pill>
);

/** The state of the bar: parts that are set, and the one that is being typed. */
const useFilterDraft = ({ value = '', onChange }: Pick<FilterBarProps, 'value' | 'onChange'>) => {
  const [draft, setDraft] = useState('');
  const parts = parseFilter(value);
  const commit = (text: string): void => {
    const added = parseFilter(text);
    setDraft('');
    if (added.length > 0) onChange(writeFilter([...parts, ...added]));
  };
  const removeAt = (index: number): void => onChange(writeFilter(parts.filter((_, at) => at !== index)));
  return { draft, setDraft, parts, commit, removeAt };
};

/** One bar for every filter: parts become chips, and what may come next is suggested. */
export const FilterBar = ({ label, value, onChange, fields, problemOf }: FilterBarProps) => {
  const { draft, setDraft, parts, commit, removeAt } = useFilterDraft({ value, onChange });
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const suggestions = suggestionsFor(draft, fields);
  const choose = (text: string): void => {
    if (text.endsWith(':')) setDraft(text);
    else commit(text);
    combobox.resetSelectedOption();
  };
  return (
    <search className="filter-bar" aria-label={label}>
      <Combobox store={combobox} onOptionSubmit={choose} position="bottom-start" width={320}>
        <Combobox.DropdownTarget>
          <PillsInput leftSection={<IconFilter size={14} aria-hidden />} size="sm">
            <Pill.Group>
              {parts.map((part, index) => (
                <Chip
                  key={`${writePart(part)} ${index}`}
                  part={part}
                  problem={problemOf(part)}
                  onRemove={() => removeAt(index)}
                />
              ))}
              <DraftField
                label={label}
                isFirst={parts.length === 0}
                draft={draft}
                combobox={combobox}
                onDraft={setDraft}
                onCommit={() => commit(draft)}
                onRemoveLast={() => removeAt(parts.length - 1)}
              />
            </Pill.Group>
          </PillsInput>
        </Combobox.DropdownTarget>
        <Combobox.Dropdown hidden={suggestions.length === 0}>
          <Combobox.Options mah={320} className="filter-options" aria-label="Suggestions">
            {suggestions.map(({ text, hint }) => (
              <Combobox.Option value={text} key={text}>
                <span className="stranger">{text}</span>
                <span className="faint">{hint}</span>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </search>
  );
};
