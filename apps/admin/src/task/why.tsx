import { IconHelpCircle } from '@tabler/icons-react';
import { useExplanation } from '../api/tasks.js';
import { useNow } from '../time/use-now.js';
import { wordExplanation, wordNext } from '../wording/explain.js';

/** Why a task is not running, and when it will, in a sentence. */
export const Why = ({ id }: { readonly id: string }) => {
  const { data } = useExplanation(id);
  const reader = { taskId: id, nowMs: useNow() };
  return (
    <section className="why-sentence" aria-label="Why">
      <IconHelpCircle size={16} stroke={1.5} aria-hidden />
      <bdi>
        {data === undefined
          ? '\u00A0'
          : `${wordExplanation(data, reader)} ${data.state === 'ENQUEUED' ? wordNext(data.next, reader) : ''}`}
      </bdi>
    </section>
  );
};
