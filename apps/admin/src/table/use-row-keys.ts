import { useState } from 'react';
import { useKeyCommands, type KeyCommand } from '../keys/key-commands.js';
import type { Selection } from './selection.js';

interface KeyedRows<Row> {
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row, index: number) => string;
  readonly selection: Selection | undefined;
  readonly openKey: string | undefined;
  readonly onOpen: ((row: Row) => void) | undefined;
  readonly scrollTo: (index: number) => void;
}

const isOnRow = (): boolean => Boolean(document.activeElement?.closest('.table-row'));

/** Moves through a table by `j` and `k`; `x` selects, Enter opens. While a row is open, moving opens the next one. */
export const useRowKeys = <Row>(keyed: KeyedRows<Row>) => {
  const { rows, rowKey, selection, openKey, onOpen, scrollTo } = keyed;
  const [current, setCurrent] = useState(0);
  const [wanted, setWanted] = useState<number | null>(null);
  const last = rows.length - 1;
  const at = Math.min(current, Math.max(last, 0));
  const row = rows[at];
  const move = (to: number): void => {
    const index = Math.max(0, Math.min(to, last));
    const next = rows[index];
    if (next === undefined) return;
    scrollTo(index);
    setCurrent(index);
    setWanted(index);
    if (openKey !== undefined) onOpen?.(next);
  };
  const commands: KeyCommand[] = [
    { keys: 'j', does: 'Next row', run: () => move(isOnRow() || openKey !== undefined ? at + 1 : at) },
    { keys: 'k', does: 'Previous row', run: () => move(at - 1) },
  ];
  if (selection !== undefined && row !== undefined) {
    const key = rowKey(row, at);
    const toggle = () => selection.setAll([key], !selection.has(key));
    commands.push({ keys: 'x', does: 'Select the row, or not', run: toggle });
  }
  if (onOpen !== undefined && row !== undefined) {
    commands.push({ keys: 'Enter', does: 'Open the row', run: () => onOpen(row) });
  }
  useKeyCommands('List', commands);
  return {
    /** The row on which the keyboard stands. */
    current: at,
    onFocus: (index: number): void => {
      setCurrent(index);
      setWanted(null);
    },
    /** Whether a row is to take the focus as soon as it is there. */
    wantsFocus: (index: number): boolean => index === wanted,
  };
};
