import type { Call } from '@spool/test-bed/caller.js';

const line = /^(\w+)(?:\{(.*)\})? (\S+)$/;

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const labelsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name ?? '', value ?? '']),
  );

/** What Prometheus would be told. */
export class Scrape {
  private readonly samples: readonly Sample[];

  constructor(private readonly text: string) {
    this.samples = text.split('\n').flatMap((row) => {
      const [, name, labels, value] = line.exec(row) ?? [];
      return name === undefined ? [] : [{ name, labels: labelsOf(labels ?? ''), value: Number(value) }];
    });
  }

  /** The first number of a metric with these labels among its own. */
  value(name: string, labels: object = {}): number | undefined {
    return this.samples.find(
      (sample) =>
        sample.name === name &&
        Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
    )?.value;
  }

  /** The queues that have series. */
  queues(): string[] {
    return [...new Set(this.samples.flatMap(({ labels }) => labels['queue'] ?? []))];
  }

  /** Every metric with its type. */
  types(): Map<string, string> {
    const found = this.text.matchAll(/^# TYPE (\w+) (\w+)$/gm);
    return new Map([...found].map(([, name, type]) => [name ?? '', type ?? '']));
  }
}

/** Asks for metrics as Prometheus does. */
export const scrapeWith = async (call: Call): Promise<Scrape> => {
  const { status, body } = await call<string>('GET', '/metrics');
  if (status !== 200) throw new Error(`Metrics were answered ${status}: ${JSON.stringify(body)}`);
  return new Scrape(body);
};
