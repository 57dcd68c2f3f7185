const unitMs = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 } as const;
type Unit = keyof typeof unitMs;

const unitWords: Readonly<Record<string, Unit>> = {
  m: 'min',
  sec: 's',
  hour: 'h',
  hours: 'h',
  day: 'd',
  days: 'd',
};
const form = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i;
const largestFirst = ['d', 'h', 'min', 's', 'ms'] as const satisfies readonly Unit[];

const isUnit = (text: string): text is Unit => Object.hasOwn(unitMs, text);

/** Writes a duration in the largest unit that fits it exactly: `30 s`, `1 h`, `1500 ms`. */
export const writeDuration = (durationMs: number): string => {
  if (durationMs === 0) return '0 s';
  const unit = largestFirst.find((candidate) => durationMs % unitMs[candidate] === 0) ?? 'ms';
  return `${durationMs / unitMs[unit]} ${unit}`;
};

/** Reads a duration such as `30 s`, `1.5 h` or `7 d`, in milliseconds; null for what is none. */
export const readDuration = (text: string): number | null => {
  const [, count, written = ''] = form.exec(text.trim()) ?? [];
  if (count === undefined) return null;
  const lower = written.toLowerCase();
  const unit = isUnit(lower) ? lower : unitWords[lower];
  if (unit === undefined) return null;
  return Math.round(Number(count) * unitMs[unit]);
};
