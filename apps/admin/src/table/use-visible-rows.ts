import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useScroller } from './scroller.js';

const rowHeightPx = 32;
const phoneRowHeightPx = 44;
const headHeightPx = 28;
const overscanRows = 12;

/** How far the rows begin below the top of what scrolls; a little off is made good by the rows beyond the edge. */
const useScrollMargin = (scroller: HTMLElement | null, rowCount: number) => {
  const body = useRef<HTMLTableSectionElement>(null);
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    if (scroller === null || body.current === null || rowCount === 0) return;
    const above = body.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
    setMargin(Math.round(above + scroller.scrollTop));
  }, [scroller, rowCount]);
  return { body, margin };
};

/** Which rows of a list are on the screen, and how high they are; `onVisible` is told of them. */
export const useVisibleRows = (
  rowCount: number,
  onVisible: ((first: number, last: number) => void) | undefined,
) => {
  const scroller = useScroller();
  const isPhone = useMediaQuery('(max-width: 640px)') ?? false;
  const rowHeight = isPhone ? phoneRowHeightPx : rowHeightPx;
  const { body, margin } = useScrollMargin(scroller, rowCount);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not in use
  const virtualizer = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: overscanRows,
    scrollMargin: margin,
    scrollPaddingStart: headHeightPx,
    useFlushSync: false,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const count = items.length;
  useEffect(() => onVisible?.(first, first + count), [onVisible, first, count]);
  const totalHeight = virtualizer.getTotalSize();
  return { body, rowHeight, totalHeight, shown: { first, count }, scrollTo: virtualizer.scrollToIndex };
};
