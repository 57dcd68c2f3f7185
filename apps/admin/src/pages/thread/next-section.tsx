import type { ThreadView } from '@spool/client';
import { visible } from '../../components/member.js';
import { Section } from '../../components/page.js';
import { useNow } from '../../time/use-now.js';
import { nameOfZone, useZone } from '../../time/zone.js';
import { wordHeadsNext, wordIfFailed, wordWhenFinished, type Reading } from './thread-words.js';

const sentencesOf = (thread: ThreadView, reading: Reading): string[] => {
  const { inProgress, ifItFails, next } = thread;
  const head = thread.head === null ? null : (visible(thread.head) ?? 'hidden');
  if (inProgress === null) {
    if (head === null || head === 'hidden' || next === undefined) return [];
    return [wordHeadsNext(next, head, reading)];
  }
  const running = visible(inProgress);
  const finished = wordWhenFinished(running?.id ?? null, head, reading);
  return running === null || ifItFails === undefined
    ? [finished]
    : [finished, wordIfFailed(ifItFails, running, head, reading)];
};

/** What happens when the running member finishes, and when it fails. */
export const NextSection = ({ thread }: { readonly thread: ThreadView }) => {
  const zone = nameOfZone(useZone());
  const sentences = sentencesOf(thread, { nowMs: useNow(), zone }).filter((sentence) => sentence !== '');
  return (
    <Section title="Next">
      {sentences.length === 0 && <p className="standing-line faint">Nothing is known.</p>}
      {sentences.map((sentence) => (
        <p className="standing-line" key={sentence.slice(0, 8)}>
          {sentence}
        </p>
      ))}
    </Section>
  );
};
