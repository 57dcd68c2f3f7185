import { Button } from '@mantine/core';
import { useState } from 'react';
import './json-tree.css';

const openLevels = 2;
const childrenAtOnce = 100;

type Entry = readonly [name: string, value: unknown];

const entriesOf = (value: unknown): readonly Entry[] | null => {
  if (Array.isArray(value)) return value.map((item: unknown, index): Entry => [String(index), item]);
  return typeof value === 'object' && value !== null ? Object.entries(value) : null;
};

const wordCount = (value: unknown, count: number): string =>
  Array.isArray(value) ? `[ ${count} ]` : `{ ${count} }`;

const kindOf = (value: unknown): string => (value === null ? 'null' : typeof value);

const Leaf = ({ value }: { readonly value: unknown }) => (
  <bdi className="json-leaf" data-kind={kindOf(value)}>
    {JSON.stringify(value)}
  </bdi>
);

const Children = ({ entries, level }: { readonly entries: readonly Entry[]; readonly level: number }) => {
  const [shown, setShown] = useState(childrenAtOnce);
  const left = entries.length - shown;
  return (
    <ul className="json-children">
      {entries.slice(0, shown).map(([name, value]) => (
        <li key={name}>
          <Node name={name} value={value} level={level} />
        </li>
      ))}
      {left > 0 && (
        <li>
          <Button variant="subtle" size="compact-xs" onClick={() => setShown(shown + childrenAtOnce)}>
            {left.toLocaleString('en-US')} more
          </Button>
        </li>
      )}
    </ul>
  );
};

interface NodeProps {
  readonly name: string | null;
  readonly value: unknown;
  readonly level: number;
}

/** A value that holds others can be folded; what is folded is not in the document. */
const Node = ({ name, value, level }: NodeProps) => {
  const [isOpen, setOpen] = useState(level < openLevels);
  const entries = entriesOf(value);
  const label = name !== null && <bdi className="json-name">{name}</bdi>;
  if (entries === null || entries.length === 0) {
    return (
      <>
        {label} <Leaf value={value} />
      </>
    );
  }
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {label} <span className="faint">{wordCount(value, entries.length)}</span>
      </summary>
      {isOpen && <Children entries={entries} level={level + 1} />}
    </details>
  );
};

/** A JSON value as a tree that can be folded; everything in it is text. */
export const JsonTree = ({ value }: { readonly value: unknown }) => (
  <div className="json-tree stranger">
    <Node name={null} value={value} level={0} />
  </div>
);
