import type { AuditEntry } from '@spool/contracts';
import { Facts, Section } from '../../components/page.js';
import { SidePanel } from '../../components/side-panel.js';
import { StrangerText } from '../../components/stranger-text.js';
import { QueueLink } from '../../components/task-links.js';
import { DataTable, type Column } from '../../table/data-table.js';
import { FullMoment } from '../../time/moment.js';
import { Actor, Target } from './audit-columns.js';
import { changesBetween, type Change } from './changes.js';

const Value = ({ text }: { readonly text: string | null }) =>
  text === null ? <span className="faint">–</span> : <bdi className="stranger">{text}</bdi>;

const columns: readonly Column<Change>[] = [
  { name: 'What', grows: true, cell: ({ path }) => <StrangerText text={path} /> },
  { name: 'Before', grows: true, cell: ({ before }) => <Value text={before} /> },
  { name: 'After', grows: true, cell: ({ after }) => <Value text={after} /> },
];

const Changes = ({ entry }: { readonly entry: AuditEntry }) => {
  const changes = changesBetween(entry.before, entry.after);
  if (changes.length === 0) return <p className="section-text">Nothing that the log tells of.</p>;
  return <DataTable label="Changes" columns={columns} rows={changes} rowKey={({ path }) => path} />;
};

interface AuditPanelProps {
  readonly id: string;
  /** The entry, where it is among those that are loaded. */
  readonly entry: AuditEntry | undefined;
  readonly onClose: () => void;
}

/** One act: who, from where, on what, and what it changed. */
export const AuditPanel = ({ id, entry, onClose }: AuditPanelProps) => (
  <SidePanel label={`Act ${id}`} title={entry?.action ?? `Act ${id}`} onClose={onClose}>
    {entry === undefined ? (
      <div className="notice">
        <h2>Not in this list</h2>
        <p>It is further down, or the filter leaves it out.</p>
      </div>
    ) : (
      <>
        <Facts
          facts={{
            When: <FullMoment at={entry.at} />,
            Who: <Actor actor={entry.actor} />,
            'Done to': <Target target={entry.target} />,
            Queue: entry.queue === null ? null : <QueueLink queue={entry.queue} />,
            Reason: entry.reason === null ? null : <bdi>{entry.reason}</bdi>,
            From: entry.address === null ? null : <span className="stranger">{entry.address}</span>,
            Request: entry.requestId === null ? null : <span className="stranger">{entry.requestId}</span>,
          }}
        />
        <Section title="Changed">
          <Changes entry={entry} />
        </Section>
      </>
    )}
  </SidePanel>
);
