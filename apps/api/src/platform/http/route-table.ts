import type { HttpMethod, Route } from '@spool/contracts';

interface Entry {
  readonly segments: readonly string[];
  readonly method: HttpMethod;
}

const segmentsOf = (path: string): string[] => path.split('/').slice(1);

const fits = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length &&
  pattern.every((part, index) => {
    const segment = segments[index] ?? '';
    return part.startsWith(':') ? segment !== '' : part === segment;
  });

/** Which methods each path of the catalogue has: tells an unknown path from an unknown method. */
export class RouteTable {
  private readonly entries: readonly Entry[];

  constructor(routes: Iterable<Route>) {
    this.entries = [...routes].map(({ path, method }) => ({ segments: segmentsOf(path), method }));
  }

  /** The methods of a path, without its query; empty for an unknown path. */
  methodsOf(path: string): string[] {
    const segments = segmentsOf(path);
    const methods = this.entries
      .filter((entry) => fits(entry.segments, segments))
      .map((entry) => entry.method);
    const distinct = new Set<string>(methods);
    if (distinct.has('GET')) distinct.add('HEAD');
    return [...distinct];
  }
}
