import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useQueueNames } from '../api/queues.js';
import { dateFieldOf, timeOfField } from '../time/date-field.js';
import { nameOfZone, useZone } from '../time/zone.js';

const typingPauseMs = 300;

interface FilterProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** A filter that is typed; it takes effect when the typing pauses. */
export const TextFilter = ({ label, value = '', onChange }: FilterProps) => {
  const [draft, setDraft] = useState(value);
  const [seen, setSeen] = useState(value);
  const commit = useDebouncedCallback((text: string) => {
    setSeen(text);
    onChange(text === '' ? undefined : text);
  }, typingPauseMs);
  if (value !== seen) {
    setSeen(value);
    setDraft(value);
  }
  return (
    <TextInput
      label={label}
      value={draft}
      type="search"
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => {
        setDraft(event.currentTarget.value);
        commit(event.currentTarget.value);
      }}
    />
  );
};

/** A filter by time, in the zone of the screen; the address has it in full: a link means the same everywhere. */
export const TimeFilter = ({ label, value, onChange }: FilterProps) => {
  const zone = useZone();
  return (
    <TextInput
      label={`${label} (${nameOfZone(zone)})`}
      type="datetime-local"
      step={1}
      value={value === undefined || Number.isNaN(Date.parse(value)) ? '' : dateFieldOf(value, zone)}
      onChange={(event) => {
        const chosen = event.currentTarget.value;
        onChange(chosen === '' ? undefined : timeOfField(chosen, zone));
      }}
    />
  );
};

interface ChoiceFilterProps extends FilterProps {
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  /** What no choice means. */
  readonly all: string;
}

/** A filter with a few values. */
export const ChoiceFilter = ({ label, value = '', onChange, choices, all }: ChoiceFilterProps) => (
  <NativeSelect
    label={label}
    value={value}
    data={[{ value: '', label: all }, ...choices]}
    onChange={(event) => {
      const chosen = event.currentTarget.value;
      onChange(chosen === '' ? undefined : chosen);
    }}
  />
);

/** A filter by queue. */
export const QueueFilter = ({ value, onChange }: Omit<FilterProps, 'label'>) => {
  const names = useQueueNames();
  const known = value === undefined || names.includes(value) ? names : [value, ...names];
  return (
    <ChoiceFilter
      label="Queue"
      all="All queues"
      value={value}
      choices={known.map((name) => ({ value: name, label: name }))}
      onChange={onChange}
    />
  );
};
