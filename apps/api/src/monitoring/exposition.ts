/** One number of a metric. */
export interface Line {
  /** What follows the metric's name, such as `_sum`. */
  readonly suffix?: '_bucket' | '_sum' | '_count';
  /** No value holds a quote, a backslash or a line break. */
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A metric and its numbers. */
export interface Family {
  readonly name: string;
  readonly type: 'gauge' | 'counter' | 'histogram';
  readonly help: string;
  readonly lines: readonly Line[];
}

const labelsText = (labels: Line['labels']): string => {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
};

/** Writes metrics in Prometheus' text format. */
export const writeFamilies = (families: readonly Family[]): string =>
  families
    .map(({ name, type, help, lines }) =>
      [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} ${type}`,
        ...lines.map(({ suffix = '', labels, value }) => `${name}${suffix}${labelsText(labels)} ${value}`),
        '',
      ].join('\n'),
    )
    .join('\n');
