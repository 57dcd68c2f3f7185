import { SpoolProblem, type ThreadView } from '@spool/client';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMembers, useThread, type ThreadName } from '../../api/threads.js';
import { Page } from '../../components/page.js';
import { SingleAnswer } from '../../components/single-answer.js';
import { QueueLink } from '../../components/task-links.js';
import type { ThreadSearch } from '../../routes/search.js';
import { HeadSection } from './head-section.js';
import { HistorySection } from './history/history-section.js';
import type { Span } from './history/lane.js';
import { LineSection } from './line-section.js';
import { NextSection } from './next-section.js';
import { NowSection } from './now-section.js';
import './thread-page.css';

const route = getRouteApi('/console/threads/line');

interface StandingProps {
  readonly thread: ThreadView;
  readonly name: ThreadName;
  /** Who ran when; it stands before the line, which may be very long. */
  readonly children: ReactNode;
}

const Standing = ({ thread, name, children }: StandingProps) => {
  const members = useMembers(name);
  const line = members.rows.map(({ member }) => member);
  return (
    <>
      <div className="standing">
        <NowSection thread={thread} />
        <HeadSection thread={thread} line={line} />
        <NextSection thread={thread} />
      </div>
      {children}
      <LineSection name={name} members={members} deadCount={thread.deadCount ?? 0} />
    </>
  );
};

const isGone = (error: Error | null): boolean =>
  error instanceof SpoolProblem && error.code === 'thread_not_found';

const spanIn = (text: string | undefined): Span | null => {
  const [fromMs = Number.NaN, toMs = Number.NaN] = (text ?? '').split('-').map(Number);
  return fromMs < toMs ? { fromMs, toMs } : null;
};

const Scope = ({ thread }: { readonly thread: ThreadView | undefined }) => {
  if (thread === undefined) return null;
  const { size, queue } = thread;
  return (
    <span className="faint">
      {size === 1 ? '1 member' : `${size.toLocaleString('en-US')} members`}
      {queue === null ? ', over all queues' : ', in '}
      {queue !== null && <QueueLink queue={queue} />}
    </span>
  );
};

/** One thread: who runs and why, who is next, the line behind it, and who ran when. */
export const ThreadPage = () => {
  const { threadId, queue, runs }: ThreadSearch = route.useSearch();
  const navigate = route.useNavigate();
  const name: ThreadName = { threadId, queue };
  const query = useThread(name);
  const zoomTo = (span: Span | null) =>
    void navigate({
      search: (before) => ({
        ...before,
        runs: span === null ? undefined : `${Math.round(span.fromMs)}-${Math.round(span.toMs)}`,
      }),
      replace: true,
    });
  const history = <HistorySection name={name} zoom={spanIn(runs)} onZoom={zoomTo} />;
  return (
    <Page title={`Thread ${threadId}`} aside={<Scope thread={query.data} />}>
      {isGone(query.error) ? (
        <>
          <p className="why">
            No member is left, so the thread does not exist now. It begins anew with the next task that
            carries its id.
          </p>
          {history}
        </>
      ) : (
        <SingleAnswer query={query}>
          {(thread) => (
            <Standing thread={thread} name={name}>
              {history}
            </Standing>
          )}
        </SingleAnswer>
      )}
    </Page>
  );
};
