/** A part of a list as it is now, beside the rows that the screen shows of it. */
export interface FreshPart<Row> {
  readonly items: readonly Row[];
  /** Whether it reaches the end of the list. */
  readonly isLast: boolean;
  /** Where the screen's rows of this part begin and end. */
  readonly from: number;
  readonly to: number;
}

/** The rows on the screen. */
export interface ShownRows<Row> {
  readonly rows: readonly Row[];
  /** Whether they are the whole list. */
  readonly isComplete: boolean;
}

/** The rows on the screen beside what the list has become. */
export interface MergedRows<Row> {
  /** The rows in the order that the screen shows, each as it is now. */
  readonly rows: readonly Row[];
  /** Keys of rows that have left the list. */
  readonly gone: ReadonlySet<string>;
  /** How many rows have come that are not shown. */
  readonly newCount: number;
  /** Whether the list has another order now. */
  readonly isReordered: boolean;
}

const isRising = (numbers: readonly number[]): boolean =>
  numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0));

/** Unknown rows after the last known one belong to what is not loaded yet, unless the whole list is. */
const countNew = (freshKeys: readonly string[], shown: ReadonlySet<string>, isComplete: boolean): number => {
  const lastKnown = freshKeys.findLastIndex((key) => shown.has(key));
  const reach = isComplete || lastKnown < 0 ? freshKeys.length : lastKnown;
  return freshKeys.slice(0, reach).filter((key) => !shown.has(key)).length;
};

/** Rows that stood before the last one still there, and that the part no longer has. */
const findGone = (shownKeys: readonly string[], fresh: ReadonlySet<string>, isLast: boolean): string[] => {
  const lastThere = shownKeys.findLastIndex((key) => fresh.has(key));
  const reach = isLast ? shownKeys.length : lastThere + 1;
  return shownKeys.slice(0, reach).filter((key) => !fresh.has(key));
};

/**
 * Brings the shown rows up to date without moving one: values change in place, what left is marked, what came is
 * counted. The first part is the head of the list; others may follow.
 */
export const mergeRows = <Row>(
  shown: ShownRows<Row>,
  parts: readonly FreshPart<Row>[],
  keyOf: (row: Row) => string,
): MergedRows<Row> => {
  const shownKeys = shown.rows.map(keyOf);
  const positions = new Map(shownKeys.map((key, index) => [key, index]));
  const fresh = new Map(parts.flatMap(({ items }) => items.map((row) => [keyOf(row), row] as const)));
  const headKeys = parts[0]?.items.map(keyOf) ?? [];
  const gone = parts.flatMap(({ from, to, isLast, items }) =>
    findGone(shownKeys.slice(from, to), new Set(items.map(keyOf)), isLast),
  );
  return {
    rows: shown.rows.map((row, index) => fresh.get(shownKeys[index] ?? '') ?? row),
    gone: new Set(gone.filter((key) => !fresh.has(key))),
    newCount: countNew(headKeys, new Set(shownKeys), shown.isComplete),
    isReordered: !isRising(headKeys.flatMap((key) => positions.get(key) ?? [])),
  };
};
