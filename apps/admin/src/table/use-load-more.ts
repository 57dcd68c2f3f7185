import { useCallback, useEffect, useRef } from 'react';

/** How far before the end the next page is asked for, in pixels. */
const headroom = '800px';

interface MoreToLoad {
  readonly isWanted: boolean;
  /** How many rows there are; each page that came is a new reason to look whether the end is near. */
  readonly loadedCount: number;
}

/** Answers a ref for what stands at the end of a list: as it comes near the screen, more is loaded. */
export const useLoadMore = (loadMore: () => void, { isWanted, loadedCount }: MoreToLoad) => {
  const current = useRef(loadMore);
  useEffect(() => {
    current.current = loadMore;
  });
  const observer = useRef<IntersectionObserver | null>(null);
  return useCallback(
    (end: Element | null) => {
      observer.current?.disconnect();
      if (end === null || !isWanted || loadedCount === 0) return;
      observer.current = new IntersectionObserver(
        ([entry]) => {
          if (entry?.isIntersecting === true) current.current();
        },
        { root: end.closest('.list-region, .page'), rootMargin: headroom },
      );
      observer.current.observe(end);
    },
    [isWanted, loadedCount],
  );
};
