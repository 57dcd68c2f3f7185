import { Button } from '@mantine/core';
import type { Page } from '@spool/contracts';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ProblemNotice, StaleNotice } from './problem-notice.js';
import { RowSkeletons } from './row-skeletons.js';

interface PagedRowsProps<Row> {
  readonly query: UseInfiniteQueryResult<InfiniteData<Page<Row>>>;
  /** Whether a filter narrows the list: nothing that matches is not the same as nothing at all. */
  readonly isFiltered: boolean;
  /** What an empty list without filters says. */
  readonly whenEmpty: ReactNode;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

const EmptyNotice = ({
  isFiltered,
  children,
}: {
  readonly isFiltered: boolean;
  readonly children: ReactNode;
}) => (
  <div className="notice">
    <h2>{isFiltered ? 'Nothing matches' : 'Nothing here yet'}</h2>
    <p>{isFiltered ? 'Loosen a filter to see more.' : children}</p>
  </div>
);

/** A keyset-paged list in every state: loading, refused, empty, stale, and with more to load. */
export const PagedRows = <Row,>({ query, isFiltered, whenEmpty, children }: PagedRowsProps<Row>) => {
  const retry = () => void query.refetch();
  if (query.data === undefined) {
    return query.error === null ? <RowSkeletons /> : <ProblemNotice error={query.error} onRetry={retry} />;
  }
  const rows = query.data.pages.flatMap((page) => page.items);
  return (
    <>
      {query.error !== null && (
        <StaleNotice error={query.error} onRetry={retry} since={query.dataUpdatedAt} />
      )}
      {rows.length === 0 ? <EmptyNotice isFiltered={isFiltered}>{whenEmpty}</EmptyNotice> : children(rows)}
      {query.hasNextPage && (
        <div className="load-more">
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Load more
          </Button>
        </div>
      )}
    </>
  );
};
