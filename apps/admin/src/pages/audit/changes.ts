/** One thing that an act changed, as text; null where it was not there. */
export interface Change {
  /** Where it is, such as `backoff.maxMs`. */
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

type State = Readonly<Record<string, unknown>> | null;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every(isPlain)) return value.map(String).join(', ');
  return JSON.stringify(value);
};

const flatten = (state: Readonly<Record<string, unknown>>, above = ''): [path: string, text: string][] =>
  Object.entries(state).flatMap(([name, value]) =>
    isObject(value) && Object.keys(value).length > 0
      ? flatten(value, `${above}${name}.`)
      : [[`${above}${name}`, textOf(value)] satisfies [string, string]],
  );

/** What differs between two states, in the order in which it is told; all of it where there is one state only. */
export const changesBetween = (before: State, after: State): Change[] => {
  const [old, now] = [new Map(flatten(before ?? {})), new Map(flatten(after ?? {}))];
  const paths = new Set([...old.keys(), ...now.keys()]);
  return [...paths].flatMap((path) => {
    const change = { path, before: old.get(path) ?? null, after: now.get(path) ?? null };
    // What an act does not tell of afterwards it did not change, unless it took all away.
    const isUntold = before !== null && after !== null && !now.has(path);
    return change.before === change.after || isUntold ? [] : [change];
  });
};

/** A change in a few words. */
export const wordChange = ({ path, before, after }: Change): string => {
  if (before === null) return `${path}: ${after ?? ''}`;
  return after === null ? `${path}: ${before}, gone` : `${path}: ${before} → ${after}`;
};
