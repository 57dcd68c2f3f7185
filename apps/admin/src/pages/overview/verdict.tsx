import { Button } from '@mantine/core';
import type { Queue } from '@spool/contracts';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { SituationGlyph } from '../../components/situation-badge.js';
import type { Situation } from '../../components/situation.js';
import { StrangerText } from '../../components/stranger-text.js';
import { QueueLink, TaskLink, ThreadLink } from '../../components/task-links.js';
import { useNow } from '../../time/use-now.js';
import { wordDuration } from '../../time/words.js';
import { needsOf, type Need, type Situation as Seen } from './needs.js';
import './verdict.css';

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

const Age = ({ since }: { readonly since: string }) => <>{wordDuration(useNow() - Date.parse(since))}</>;

const ErrorName = ({ need }: { readonly need: Extract<Need, { readonly group: unknown }> }) => (
  <Link to="/dlq" search={{ queue: need.group.queue, group: need.group.group }}>
    <StrangerText text={need.group.errorType ?? need.group.message} />
  </Link>
);

const Sentence = ({ need }: { readonly need: Need }) => {
  switch (need.kind) {
    case 'no-worker':
      return (
        <>
          <QueueLink queue={need.queue} /> has {counted(need.ready, 'ready task', 'ready tasks')} and no
          worker: the oldest has waited for <Age since={need.oldestReadyAt} />
        </>
      );
    case 'behind':
      return (
        <>
          <QueueLink queue={need.queue} /> falls behind: {counted(need.ready, 'task', 'tasks')} ready, the
          oldest for <Age since={need.oldestReadyAt} />
        </>
      );
    case 'held-thread':
      return (
        <>
          Thread <ThreadLink threadId={need.threadId} queue={need.scope} /> is held up by{' '}
          <TaskLink id={need.taskId} /> on <StrangerText text={need.workerId} />, running for{' '}
          <Age since={need.startedAt} />; {counted(need.waiting, 'task waits', 'tasks wait')} behind it
        </>
      );
    case 'rising-error':
      return (
        <>
          <ErrorName need={need} /> is rising in <QueueLink queue={need.group.queue} />:{' '}
          {counted(need.deathsLastHours, 'death', 'deaths')} in the last hours
        </>
      );
    case 'regressed-error':
      return (
        <>
          <ErrorName need={need} /> came back in <QueueLink queue={need.group.queue} /> after it was resolved
        </>
      );
  }
};

const glyphs: Record<Need['kind'], Situation> = {
  'no-worker': 'ready',
  behind: 'ready',
  'held-thread': 'waiting',
  'rising-error': 'dead',
  'regressed-error': 'dead',
};

const keyOf = (need: Need): string => {
  if ('group' in need) return `${need.kind} ${need.group.group}`;
  return 'queue' in need ? `${need.kind} ${need.queue}` : `${need.kind} ${need.threadId}`;
};

const Item = ({ glyph, children }: { readonly glyph: Situation; readonly children: ReactNode }) => (
  <li className="need">
    <SituationGlyph situation={glyph} />
    <span>{children}</span>
  </li>
);

const Paused = ({ queue: { name, pauseReason } }: { readonly queue: Queue }) => (
  <Item glyph="paused">
    <QueueLink queue={name} /> is paused
    {pauseReason !== null && (
      <>
        : <bdi>{pauseReason}</bdi>
      </>
    )}
  </Item>
);

const shownAtFirst = 5;

/** The first thing on the screen: whether anything needs somebody, and what. */
export const Verdict = ({ seen }: { readonly seen: Seen }) => {
  const [isWhole, setWhole] = useState(false);
  const needs = needsOf(seen, useNow());
  const shown = isWhole ? needs : needs.slice(0, shownAtFirst);
  return (
    <section className="verdict" aria-label="Verdict" data-calm={needs.length === 0}>
      <h2>
        {needs.length === 0 && <SituationGlyph situation="done" />}
        {needs.length === 0
          ? 'Nothing needs you'
          : counted(needs.length, 'thing needs you', 'things need you')}
      </h2>
      <ul>
        {shown.map((need) => (
          <Item key={keyOf(need)} glyph={glyphs[need.kind]}>
            <Sentence need={need} />
          </Item>
        ))}
        {needs.length > shown.length && (
          <li>
            <Button
              variant="subtle"
              size="compact-xs"
              className="verdict-more"
              onClick={() => setWhole(true)}
            >
              {needs.length - shown.length} more
            </Button>
          </li>
        )}
        {seen.queues.map((queue) => queue.paused && <Paused key={queue.name} queue={queue} />)}
      </ul>
    </section>
  );
};
