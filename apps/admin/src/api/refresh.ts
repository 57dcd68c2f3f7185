import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Page } from '@spool/contracts';

const refreshMs = 2_000;
const pagesRefreshedAtFullRate = 3;

/** How many rows "Load more" brings. */
export const pageSize = 100;

/** Refreshes every 2 s; a hidden tab rests. */
export const refreshed = { refetchInterval: refreshMs, refetchIntervalInBackground: false } as const;

interface PagedQuery<Item> {
  readonly state: { readonly data: InfiniteData<Page<Item>> | undefined };
}

/** A refresh reads every loaded page again, so a long list refreshes the more slowly the longer it is. */
const pagedRefreshMs = <Item>(query: PagedQuery<Item>): number =>
  refreshMs * Math.max(1, (query.state.data?.pages.length ?? 0) - pagesRefreshedAtFullRate + 1);

/** What every keyset-paged list has in common. */
export const paged = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { readonly nextCursor: string | null }) => page.nextCursor ?? undefined,
  refetchInterval: pagedRefreshMs,
  refetchIntervalInBackground: false,
} as const;

/**
 * Reads everything on the screen again after a change, without waiting for it: a row that leaves meanwhile would
 * take its own callbacks with it, and nobody would be told how the change ended.
 */
export const refreshAll = (queryClient: QueryClient): void => void queryClient.invalidateQueries();
