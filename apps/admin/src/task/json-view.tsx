import { Button, CopyButton, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { StrangerBlock } from '../components/stranger-text.js';
import { JsonTree } from './json-tree.js';

interface JsonViewProps {
  readonly label: string;
  readonly value: unknown;
}

/** A button that copies a text, and says so. */
export const CopyText = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <CopyButton value={text}>
    {({ copied, copy }) => (
      <Button variant="default" size="compact-xs" onClick={copy}>
        {copied ? 'Copied' : label}
      </Button>
    )}
  </CopyButton>
);

/** A JSON value as a tree or raw. */
export const JsonView = ({ label, value }: JsonViewProps) => {
  const [form, setForm] = useState('tree');
  const raw = JSON.stringify(value, null, 2);
  return (
    <>
      <div className="json-tools">
        <SegmentedControl
          size="xs"
          aria-label={`${label}: tree or raw`}
          value={form}
          onChange={setForm}
          data={[
            { value: 'tree', label: 'Tree' },
            { value: 'raw', label: 'Raw' },
          ]}
        />
        <CopyText text={raw} label={`Copy ${label.toLowerCase()}`} />
      </div>
      {form === 'tree' ? <JsonTree value={value} /> : <StrangerBlock label={`${label} as JSON`} text={raw} />}
    </>
  );
};
