const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A length of time in its two largest useful units, such as `3 min 20 s`. */
export const wordDuration = (durationMs: number): string => {
  const ms = Math.abs(durationMs);
  if (ms < minuteMs) return `${Math.floor(ms / secondMs)} s`;
  if (ms < 10 * minuteMs)
    return `${Math.floor(ms / minuteMs)} min ${Math.floor((ms % minuteMs) / secondMs)} s`;
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min`;
  if (ms < dayMs) return `${Math.floor(ms / hourMs)} h ${Math.floor((ms % hourMs) / minuteMs)} min`;
  return `${Math.floor(ms / dayMs)} d ${Math.floor((ms % dayMs) / hourMs)} h`;
};

/** A time as seen from now: `5 s ago`, `in 3 min 20 s`, `now`. */
export const relativeTime = (at: string, nowMs: number): string => {
  const awayMs = Date.parse(at) - nowMs;
  if (Math.abs(awayMs) < secondMs) return 'now';
  return awayMs < 0 ? `${wordDuration(awayMs)} ago` : `in ${wordDuration(awayMs)}`;
};

/** A time in full, in UTC and in the reader's zone. */
export const absoluteTime = (at: string): string => {
  const local = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'long',
  }).format(new Date(at));
  return `${at.replace('T', ' ').replace('Z', ' UTC')}\n${local}`;
};
