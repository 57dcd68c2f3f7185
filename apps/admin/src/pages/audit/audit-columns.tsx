import type { AuditActor, AuditEntry, AuditTarget } from '@spool/contracts';
import { Link } from '@tanstack/react-router';
import { StrangerText } from '../../components/stranger-text.js';
import { QueueLink, TaskLink } from '../../components/task-links.js';
import { momentWidth, type Column } from '../../table/column.js';
import { Moment } from '../../time/moment.js';
import { changesBetween, wordChange } from './changes.js';

const actorWords: Readonly<Record<AuditActor['type'], string>> = {
  operator: '',
  'api-key': 'key ',
  system: '',
};

/** Who did it. */
export const Actor = ({ actor: { type, name } }: { readonly actor: AuditActor }) => (
  <span>
    {actorWords[type]}
    <bdi title={name}>{name}</bdi>
  </span>
);

const targetWords: Readonly<Record<AuditTarget['type'], string>> = {
  queue: 'queue',
  task: 'task',
  'dead-task-group': 'group',
  operation: 'operation',
  session: 'session',
  'api-key': 'key',
  operator: 'operator',
};

/** What it was done to, with a way there. */
export const Target = ({ target: { type, id } }: { readonly target: AuditTarget }) => {
  if (id === null) return targetWords[type];
  if (type === 'queue') return <QueueLink queue={id} />;
  if (type === 'task') return <TaskLink id={id} />;
  if (type === 'operation')
    return (
      <Link to="/operations/$operationId" params={{ operationId: id }}>
        operation {id}
      </Link>
    );
  return (
    <span>
      {targetWords[type]} <StrangerText text={id} />
    </span>
  );
};

const Summary = ({ entry }: { readonly entry: AuditEntry }) => {
  const words = changesBetween(entry.before, entry.after).map(wordChange).join('; ');
  return words === '' ? <span className="faint">–</span> : <StrangerText text={words} />;
};

const when: Column<AuditEntry> = { name: 'When', width: momentWidth, cell: ({ at }) => <Moment at={at} /> };
const who: Column<AuditEntry> = { name: 'Who', width: 140, cell: ({ actor }) => <Actor actor={actor} /> };
const what: Column<AuditEntry> = {
  name: 'Did',
  width: 160,
  cell: ({ action }) => <span className="stranger">{action}</span>,
};
const changed: Column<AuditEntry> = {
  name: 'Changed',
  grows: true,
  onPhone: false,
  cell: (entry) => <Summary entry={entry} />,
};

/** What a list of acts shows. */
export const auditColumns: readonly Column<AuditEntry>[] = [
  when,
  who,
  what,
  { name: 'To', width: 170, onPhone: false, cell: ({ target }) => <Target target={target} /> },
  changed,
];

/** What a list of the acts on one thing shows. */
export const ownAuditColumns: readonly Column<AuditEntry>[] = [when, who, what, changed];
