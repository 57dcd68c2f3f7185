import type { OwnSession } from '@spool/contracts';
import { useEndSession, useOwnSessions } from '../../../api/own-account.js';
import { ActionButton } from '../../../components/action-button.js';
import { Section } from '../../../components/page.js';
import { StrangerText } from '../../../components/stranger-text.js';
import { tellDone, tellFailure } from '../../../components/toasts.js';
import { momentWidth, type Column } from '../../../table/column.js';
import { LiveTable } from '../../../table/live-table.js';
import { Moment } from '../../../time/moment.js';

const EndSession = ({ session }: { readonly session: OwnSession }) => {
  const end = useEndSession(session.id);
  return (
    <ActionButton
      label="End"
      name={`End the session from ${session.address ?? 'an unknown address'}`}
      variant="subtle"
      size="compact-xs"
      isGrave
      refusal={session.current ? 'This is the session that you use: sign out to end it.' : null}
      isBusy={end.isPending}
      onAct={() =>
        end.act(undefined, {
          tell: () => tellDone('The session has ended'),
          tellFailure: (error) => tellFailure('The session has not ended', error),
        })
      }
    />
  );
};

const columns: readonly Column<OwnSession>[] = [
  {
    name: 'Browser',
    grows: true,
    cell: ({ userAgent }) =>
      userAgent === null ? <span className="faint">unknown</span> : <StrangerText text={userAgent} />,
  },
  {
    name: 'From',
    width: 140,
    onPhone: false,
    cell: ({ address }) => <span className="stranger">{address ?? '–'}</span>,
  },
  { name: 'This one', width: 80, cell: ({ current }) => (current ? 'this one' : '') },
  {
    name: 'Began',
    width: momentWidth,
    align: 'end',
    onPhone: false,
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
  {
    name: 'Last used',
    width: momentWidth,
    align: 'end',
    cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} />,
  },
  {
    name: 'Actions',
    width: 60,
    align: 'end',
    silent: true,
    cell: (session) => <EndSession session={session} />,
  },
];

/** Where one is signed in. */
export const OwnSessions = () => (
  <Section title="Sessions">
    <LiveTable
      label="Sessions"
      columns={columns}
      list={useOwnSessions()}
      isFiltered={false}
      whenEmpty="There is none."
    />
  </Section>
);
