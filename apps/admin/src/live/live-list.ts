import type { Page } from '@spool/contracts';
import { useInfiniteQuery, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { mergeRows, type FreshPart, type MergedRows } from './merge-rows.js';

/** How many rows a page of a list has. */
export const pageSize = 100;
/** How long a list that was left is kept, for who comes back. */
const keptMs = 30_000;

/** A keyset-paged list to be followed. */
export interface LiveListSource<Row> {
  /** Names the list and its filter among all queries. */
  readonly queryKey: readonly unknown[];
  readonly fetchPage: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Row>>;
  /** What a row is known by; the same function at every call. */
  readonly keyOf: (row: Row) => string;
}

/** A list whose rows stay where they are while their values are kept current. */
export interface LiveList<Row> extends MergedRows<Row> {
  readonly keyOf: (row: Row) => string;
  readonly isLoading: boolean;
  /** Why nothing could be read; the list is then empty. */
  readonly loadError: Error | null;
  /** Why the rows could not be brought up to date; they are still there. */
  readonly refreshError: Error | null;
  readonly updatedAtMs: number;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly loadMoreError: Error | null;
  readonly loadMore: () => void;
  /** Takes the list as it has become. */
  readonly showNew: () => void;
  /** Reads the list from its beginning: it has then what was made before, however late the refreshes are. */
  readonly readAnew: () => void;
  readonly retry: () => void;
  /** Tells which rows are on the screen: those are kept current. */
  readonly setVisible: (first: number, last: number) => void;
}

type Loaded<Row> = InfiniteData<Page<Row>, string | undefined>;

interface PageSpan {
  readonly index: number;
  readonly from: number;
  readonly to: number;
  readonly cursor: string | undefined;
}

const spansOf = <Row>({ pages, pageParams }: Loaded<Row>): PageSpan[] => {
  let from = 0;
  return pages.map(({ items }, index) => {
    const span = { index, from, to: from + items.length, cursor: pageParams[index] };
    from = span.to;
    return span;
  });
};

const partOf = <Row>(page: Page<Row>, from: number, to: number): FreshPart<Row> => ({
  items: page.items,
  isLast: page.nextCursor === null,
  from,
  to,
});

/** The list as it is now: its head, and the parts of it that are on the screen. */
interface ListNow<Row> {
  readonly head: Page<Row>;
  readonly parts: readonly FreshPart<Row>[];
}

const nowOf = <Row>(head: Page<Row>): ListNow<Row> => ({ head, parts: [partOf(head, 0, head.items.length)] });

const keysOf = (queryKey: readonly unknown[]) => ({
  pages: [...queryKey, 'pages'],
  now: [...queryKey, 'now'],
});

const usePages = <Row>({ queryKey, fetchPage }: LiveListSource<Row>) => {
  const queryClient = useQueryClient();
  return useInfiniteQuery<Page<Row>, Error, Loaded<Row>, readonly unknown[], string | undefined>({
    queryKey: keysOf(queryKey).pages,
    queryFn: async ({ pageParam, signal }) => {
      const page = await fetchPage(pageParam, signal);
      if (pageParam === undefined) queryClient.setQueryData(keysOf(queryKey).now, nowOf(page));
      return page;
    },
    initialPageParam: undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: Infinity,
    gcTime: keptMs,
    // Comparing a hundred thousand rows deeply with each page that is added would hold up the scrolling.
    structuralSharing: false,
    meta: { isLive: false },
  });
};

interface Freshness<Row> {
  readonly loaded: Loaded<Row> | undefined;
  readonly visible: { readonly current: readonly [number, number] };
}

const useListNow = <Row>(source: LiveListSource<Row>, { loaded, visible }: Freshness<Row>) =>
  useQuery({
    queryKey: keysOf(source.queryKey).now,
    enabled: loaded !== undefined,
    gcTime: keptMs,
    structuralSharing: false,
    queryFn: async ({ signal }): Promise<ListNow<Row>> => {
      const spans = loaded === undefined ? [] : spansOf(loaded);
      const [first, last] = visible.current;
      const shown = spans.filter(({ index, from, to }) => index > 0 && from <= last && to > first);
      const [head, ...others] = await Promise.all([
        source.fetchPage(undefined, signal),
        ...shown.map(({ cursor }) => source.fetchPage(cursor, signal)),
      ]);
      const parts = others.map((page, index) => partOf(page, shown[index]?.from ?? 0, shown[index]?.to ?? 0));
      return { head, parts: [partOf(head, 0, spans[0]?.to ?? 0), ...parts] };
    },
  });

const nothing = { rows: [], gone: new Set<string>(), newCount: 0, isReordered: false };

const merge = <Row>(
  loaded: Loaded<Row> | undefined,
  now: ListNow<Row> | undefined,
  keyOf: (row: Row) => string,
): MergedRows<Row> => {
  if (loaded === undefined) return nothing;
  const rows = loaded.pages.flatMap((page) => page.items);
  const isComplete = loaded.pages.at(-1)?.nextCursor === null;
  return mergeRows({ rows, isComplete }, now?.parts ?? [], keyOf);
};

/** Follows a list: rows never move by themselves; what came is counted until {@link LiveList.showNew}. */
export const useLiveList = <Row>(source: LiveListSource<Row>): LiveList<Row> => {
  const { queryKey, keyOf } = source;
  const queryClient = useQueryClient();
  const visible = useRef<readonly [number, number]>([0, 0]);
  const pages = usePages(source);
  const loaded = pages.data;
  const now = useListNow(source, { loaded, visible });
  const merged = useMemo(() => merge(loaded, now.data, keyOf), [loaded, now.data, keyOf]);
  const showNew = () => {
    const head = now.data?.head;
    if (head === undefined) return;
    queryClient.setQueryData<ListNow<Row>>(keysOf(queryKey).now, nowOf(head));
    queryClient.setQueryData<Loaded<Row>>(keysOf(queryKey).pages, { pages: [head], pageParams: [undefined] });
  };
  const isSuperseded = merged.rows.length === merged.gone.size && (now.data?.head.items.length ?? 0) > 0;
  useEffect(() => {
    if (isSuperseded) showNew();
  });
  return {
    ...merged,
    keyOf,
    isLoading: loaded === undefined && pages.error === null,
    loadError: loaded === undefined ? pages.error : null,
    refreshError: now.error,
    updatedAtMs: Math.max(now.dataUpdatedAt, pages.dataUpdatedAt),
    hasMore: pages.hasNextPage,
    isLoadingMore: pages.isFetchingNextPage,
    loadMoreError: pages.isFetchNextPageError ? pages.error : null,
    loadMore: () => {
      if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage();
    },
    showNew,
    readAnew: () => void pages.refetch(),
    retry: () => void (loaded === undefined ? pages.refetch() : now.refetch()),
    setVisible: (first, last) => {
      visible.current = [first, last];
    },
  };
};
