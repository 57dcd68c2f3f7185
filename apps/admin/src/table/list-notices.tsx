import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { pageSize, type LiveList } from '../live/live-list.js';

interface EmptyNoticeProps {
  readonly isFiltered: boolean;
  readonly children: ReactNode;
}

/** Says that nothing was found yet: the list has not been looked through to its end. */
export const NothingYetNotice = () => (
  <div className="notice">
    <h2>Nothing found so far</h2>
    <div className="notice-text">There is more to look through.</div>
  </div>
);

/** Says that there is nothing: at all, or nothing that matches. */
export const EmptyNotice = ({ isFiltered, children }: EmptyNoticeProps) => (
  <div className="notice">
    <h2>{isFiltered ? 'Nothing matches' : 'Nothing here yet'}</h2>
    <div className="notice-text">{isFiltered ? 'Loosen a filter to see more.' : children}</div>
  </div>
);

const wordNew = (count: number): string => (count >= pageSize ? `${pageSize}+ new` : `${count} new`);

/** Says how many rows have come; takes them in when it is pressed. */
export const NewRowsPill = <Row,>({ list }: { readonly list: LiveList<Row> }) => {
  if (list.newCount === 0 && !list.isReordered) return null;
  return (
    <div className="new-rows">
      <Button size="compact-xs" radius="xl" onClick={list.showNew}>
        {list.newCount > 0 ? wordNew(list.newCount) : 'New order'}
      </Button>
    </div>
  );
};
