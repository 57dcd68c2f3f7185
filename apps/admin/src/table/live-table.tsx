import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { ProblemNotice, StaleNotice } from '../components/problem-notice.js';
import type { LiveList } from '../live/live-list.js';
import { DataTable, type DataTableProps } from './data-table.js';
import { EmptyNotice, NewRowsPill, NothingYetNotice } from './list-notices.js';
import { RowSkeletons } from './row-skeletons.js';
import { Scroller } from './scroller.js';
import { useLoadMore } from './use-load-more.js';

interface LiveTableProps<Row> extends Pick<
  DataTableProps<Row>,
  'label' | 'columns' | 'selection' | 'openKey' | 'onOpen'
> {
  readonly list: LiveList<Row>;
  /** Whether a filter narrows the list: nothing that matches is not the same as nothing at all. */
  readonly isFiltered: boolean;
  /** What an empty list without filters says. */
  readonly whenEmpty: ReactNode;
  /** Fills the page and scrolls by itself; otherwise the list scrolls with what surrounds it. */
  readonly fills?: boolean;
}

const LoadMore = <Row,>({ list }: { readonly list: LiveList<Row> }) => {
  const sentinel = useLoadMore(list.loadMore, {
    isWanted: list.hasMore && list.loadMoreError === null,
    loadedCount: list.rows.length,
  });
  if (!list.hasMore) return null;
  if (list.loadMoreError !== null) {
    return <StaleNotice error={list.loadMoreError} onRetry={list.loadMore} since={list.updatedAtMs} />;
  }
  return (
    <div className="load-more" ref={sentinel}>
      <Button variant="default" loading={list.isLoadingMore} onClick={list.loadMore}>
        Load more
      </Button>
    </div>
  );
};

const Rows = <Row,>(props: LiveTableProps<Row> & { readonly isHeld: boolean }) => {
  const { list, isFiltered, whenEmpty } = props;
  const isHolding = props.isHeld && list.gone.size < list.rows.length;
  const rows =
    isHolding || list.gone.size === 0
      ? list.rows
      : list.rows.filter((row) => !list.gone.has(list.keyOf(row)));
  if (rows.length === 0 && list.hasMore) return <NothingYetNotice />;
  if (rows.length === 0) return <EmptyNotice isFiltered={isFiltered}>{whenEmpty}</EmptyNotice>;
  return (
    <DataTable
      label={props.label}
      columns={props.columns}
      rows={rows}
      rowKey={list.keyOf}
      selection={props.selection}
      openKey={props.openKey}
      onOpen={props.onOpen}
      gone={list.gone}
      onVisible={list.setVisible}
    />
  );
};

/**
 * A list in every state: loading, refused, empty, stale, and with more to load. What came meanwhile waits behind a
 * pill; what left stays, crossed out, for as long as the pointer is over the list.
 */
export const LiveTable = <Row,>(props: LiveTableProps<Row>) => {
  const { list, fills = false } = props;
  const [isHeld, setHeld] = useState(false);
  if (list.loadError !== null) return <ProblemNotice error={list.loadError} onRetry={list.retry} />;
  if (list.isLoading) {
    return <RowSkeletons columns={props.columns} hasChoice={props.selection !== undefined} />;
  }
  const content = (
    <>
      <NewRowsPill list={list} />
      <Rows {...props} isHeld={isHeld} />
      <LoadMore list={list} />
    </>
  );
  return (
    <>
      {list.refreshError !== null && (
        <StaleNotice error={list.refreshError} onRetry={list.retry} since={list.updatedAtMs} />
      )}
      {fills ? (
        <Scroller className="list-region" restorationId={`list ${props.label}`} onPointerHold={setHeld}>
          {content}
        </Scroller>
      ) : (
        <div
          className="list-part"
          onPointerEnter={(event) => setHeld(event.pointerType === 'mouse')}
          onPointerLeave={() => setHeld(false)}
        >
          {content}
        </div>
      )}
    </>
  );
};
