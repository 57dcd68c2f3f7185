import { useNow } from './use-now.js';
import { absoluteTime, relativeTime } from './words.js';
import { nameOfZone, useZone } from './zone.js';

/** A time as seen from now, in full on hover; a dash for none. */
export const Moment = ({ at }: { readonly at: string | null | undefined }) => {
  const nowMs = useNow();
  const zone = useZone();
  if (at === null || at === undefined) return <span className="faint">–</span>;
  return (
    <time className="moment" dateTime={at} title={absoluteTime(at, nameOfZone(zone))}>
      {relativeTime(at, nowMs)}
    </time>
  );
};

/** A time in full, in the zone that the operator chose; a dash for none. */
export const FullMoment = ({ at }: { readonly at: string | null | undefined }) => {
  const zone = useZone();
  if (at === null || at === undefined) return <span className="faint">–</span>;
  return (
    <time className="moment" dateTime={at}>
      {absoluteTime(at, nameOfZone(zone))}
    </time>
  );
};
