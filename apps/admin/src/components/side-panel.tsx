import { CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useKeyCommands } from '../keys/key-commands.js';
import { Scroller } from '../table/scroller.js';
import './side-panel.css';

interface SidePanelProps {
  /** Names the panel; it stands in its head. */
  readonly title: ReactNode;
  readonly label: string;
  /** Stands beside the title. */
  readonly aside?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const listRow = '.table-row[data-open=true]';

/**
 * What belongs to one row, at the right of its list. The list stays in use beside it: `j` and `k` go on, Escape
 * closes. On a small screen it lies over the list.
 */
export const SidePanel = ({ title, label, aside, onClose, children }: SidePanelProps) => {
  const close = () => {
    document.querySelector<HTMLElement>(listRow)?.focus();
    onClose();
  };
  useKeyCommands('Panel', [{ keys: 'Escape', does: 'Close the panel', run: close }]);
  return (
    <aside className="side-panel" aria-label={label}>
      <header className="side-panel-head">
        <h2>{title}</h2>
        {aside}
        <CloseButton size="sm" aria-label="Close the panel" onClick={close} />
      </header>
      {/* Another row's panel begins at its top. */}
      <Scroller className="side-panel-body" key={label}>
        {children}
      </Scroller>
    </aside>
  );
};
