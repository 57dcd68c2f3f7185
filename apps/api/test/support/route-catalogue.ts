import { routes, type Route } from '@spool/contracts';
import { sampleRequests, type SampleRequest } from './sample-requests.js';

/** A route by the name that the catalogue gives it, with a request that is right. */
export interface CatalogueEntry {
  readonly name: string;
  readonly route: Route;
  readonly sample: SampleRequest;
}

const routeByName: Readonly<Record<string, Route>> = routes;

/** Every call of the API. */
export const catalogue: readonly CatalogueEntry[] = Object.entries(sampleRequests).flatMap(
  ([name, sample]) => {
    const route = routeByName[name];
    return route === undefined ? [] : [{ name, route, sample }];
  },
);

export const withBody = catalogue.filter(({ sample }) => sample.body !== undefined);
export const withParams = catalogue.filter(({ sample }) => sample.params !== undefined);
export const withQuery = catalogue.filter(({ sample }) => sample.query !== undefined);
/** The lists; a dry run, which pages too, is no list. */
export const withPages = withQuery.filter(
  ({ route, sample }) => route.method === 'GET' && sample.query?.['limit'] !== undefined,
);

/** The values, percent-encoded. */
export const encoded = (values: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, encodeURIComponent(value)]));

/** The address of a route; every value is percent-encoded already. */
export const addressOf = (
  { path }: Route,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string>> = {},
): string => {
  const address = path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '');
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return pairs.length === 0 ? address : `${address}?${pairs.join('&')}`;
};

/** Where the sample request of a route goes. */
export const sampleAddress = ({ route, sample }: CatalogueEntry): string =>
  addressOf(route, encoded(sample.params), encoded(sample.query));
