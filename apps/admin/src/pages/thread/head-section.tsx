import type { TaskSummary, ThreadMember } from '@spool/contracts';
import type { ThreadView } from '@spool/client';
import { visible } from '../../components/member.js';
import { Section } from '../../components/page.js';
import { SituationBadge } from '../../components/situation-badge.js';
import { situationOf } from '../../components/situation.js';
import { TaskLink } from '../../components/task-links.js';
import { nameOfZone, useZone } from '../../time/zone.js';
import { compareMembers } from './thread-words.js';

/** The member that would be the head if this one were not there: null for none, `hidden` where it may not be read. */
const runnerUpOf = (head: TaskSummary, line: readonly ThreadMember[]): TaskSummary | 'hidden' | null => {
  const at = line.findIndex((member) => !('hidden' in member) && member.id === head.id);
  const after = line.slice(at + 1).find((member) => 'hidden' in member || member.state !== 'IN_PROGRESS');
  if (after === undefined) return null;
  return visible(after) ?? 'hidden';
};

const Compared = ({ head, other }: { readonly head: TaskSummary; readonly other: TaskSummary }) => {
  const zone = nameOfZone(useZone());
  const { firstTime, secondTime, decidedBy, verdict } = compareMembers(head, other, zone);
  return (
    <p className="comparison" data-decided-by={decidedBy} title={`Times in ${zone}`}>
      <span className="comparison-member">
        <span className="comparison-time">{firstTime}</span>, id{' '}
        <span className="comparison-id">{head.id}</span>
      </span>{' '}
      comes before{' '}
      <span className="comparison-member">
        <span className="comparison-time">{secondTime}</span>, id{' '}
        <span className="comparison-id">
          <TaskLink id={other.id} />
        </span>
      </span>
      : <strong>{verdict}</strong>.
    </p>
  );
};

const Why = ({ head, line }: { readonly head: TaskSummary; readonly line: readonly ThreadMember[] }) => {
  const other = runnerUpOf(head, line);
  if (other === null) return <p className="standing-line faint">No other member waits.</p>;
  if (other === 'hidden')
    return <p className="standing-line faint">The one after it is in a queue that you may not read.</p>;
  return <Compared head={head} other={other} />;
};

interface HeadSectionProps {
  readonly thread: ThreadView;
  /** The line, as far as it is loaded. */
  readonly line: readonly ThreadMember[];
}

/** The member that runs next, and the comparison that makes it so (R2). */
export const HeadSection = ({ thread, line }: HeadSectionProps) => {
  const head = thread.head === null ? null : visible(thread.head);
  return (
    <Section title="Head and why">
      {thread.head === null && <p className="standing-line faint">Nobody waits behind the one that runs.</p>}
      {thread.head !== null && head === null && (
        <p className="standing-line">The head is in a queue that you may not read.</p>
      )}
      {head !== null && (
        <>
          <p className="standing-line">
            <TaskLink id={head.id} /> <SituationBadge situation={situationOf(head)} />
          </p>
          <Why head={head} line={line} />
        </>
      )}
    </Section>
  );
};
