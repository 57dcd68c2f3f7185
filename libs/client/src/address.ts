/** The values of a path's `:name` parameters. */
export type PathParameters = Readonly<Record<string, string>>;

/** The values of a query; undefined ones are left out. */
export type QueryParameters = Readonly<Record<string, string | number | undefined>>;

/** Whether URL parsers would resolve a path segment away even when it is percent-encoded. */
export const isDotSegment = (segment: string): boolean => segment === '.' || segment === '..';

/**
 * Fills `:name` parameters into a route's path, percent-encoded, so that `*`, `a/b` and `%` arrive as they are.
 * Throws a TypeError for a missing parameter and for `.` and `..`, which no path can carry.
 */
export const fillPath = (path: string, parameters: PathParameters): string =>
  path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined || value === '') throw new TypeError(`"${name}" is missing from ${path}.`);
    if (isDotSegment(value)) throw new TypeError(`"${name}" cannot be "${value}": no URL path can carry it.`);
    return encodeURIComponent(value);
  });

/** The query string, with its question mark; empty when nothing is given. */
export const queryString = (query: QueryParameters): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.append(name, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
};
