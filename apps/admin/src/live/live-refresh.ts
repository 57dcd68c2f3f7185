import { SpoolProblem } from '@spool/client';
import type { Query, QueryClient } from '@tanstack/react-query';

declare module '@tanstack/react-query' {
  interface Register {
    /** `isLive: false` keeps a query out of the refreshes of the screen. */
    queryMeta: { readonly isLive?: boolean };
  }
}

const unavailableStatus = 500;

/** Whether an error means that the service could not be reached, rather than that it refused. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof SpoolProblem ? error.status >= unavailableStatus : error !== null;

const isLive = (query: Query): boolean => query.meta?.isLive !== false;

/** Reads everything on the screen again; answers whether the service could be reached. */
export const refreshScreen = async (queryClient: QueryClient): Promise<boolean> => {
  await queryClient.invalidateQueries({ predicate: isLive }, { cancelRefetch: false });
  const shown = queryClient.getQueryCache().findAll({ type: 'active', predicate: isLive });
  return !shown.some((query) => query.state.status === 'error' && isUnreachable(query.state.error));
};
