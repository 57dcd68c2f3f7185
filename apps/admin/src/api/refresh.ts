import type { QueryClient } from '@tanstack/react-query';

/**
 * Reads everything on the screen again after a change, without waiting for it: a row that leaves meanwhile would
 * take its own callbacks with it, and nobody would be told how the change ended.
 */
export const refreshAll = (queryClient: QueryClient): void =>
  void queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.isLive !== false });
