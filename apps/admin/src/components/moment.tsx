import { absoluteTime, relativeTime } from '../wording/time.js';
import { useNow } from './use-now.js';

/** A time as seen from now, in full on hover; a dash for none. */
export const Moment = ({ at }: { readonly at: string | null | undefined }) => {
  const nowMs = useNow();
  if (at === null || at === undefined) return <span className="faint">–</span>;
  return (
    <time className="moment" dateTime={at} title={absoluteTime(at)}>
      {relativeTime(at, nowMs)}
    </time>
  );
};
