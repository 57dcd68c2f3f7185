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

const formatters = new Map<string, Intl.DateTimeFormat>();

const formatterOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formatters.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
  });
  formatters.set(timeZone, made);
  return made;
};

/** A time in full with its zone: `2026-11-30 01:02:03.004 UTC`. */
export const absoluteTime = (at: string, timeZone: string): string => {
  const parts = Object.fromEntries(
    formatterOf(timeZone)
      .formatToParts(new Date(at))
      .map(({ type, value }) => [type, value]),
  );
  const { year, month, day, hour, minute, second, fractionalSecond } = parts;
  return `${year}-${month}-${day} ${hour}:${minute}:${second}.${fractionalSecond} ${timeZone}`;
};

/** The time of day alone: `01:02:03.004`. */
export const timeOfDay = (at: string, timeZone: string): string => absoluteTime(at, timeZone).slice(11, 23);
