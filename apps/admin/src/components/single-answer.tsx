import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ProblemNotice, StaleNotice } from './problem-notice.js';
import { FactSkeletons } from './fact-skeletons.js';

interface SingleAnswerProps<Data> {
  readonly query: UseQueryResult<Data>;
  readonly children: (data: Data) => ReactNode;
}

/** One thing in every state: loading, refused, stale, there. */
export const SingleAnswer = <Data,>({ query, children }: SingleAnswerProps<Data>) => {
  const retry = () => void query.refetch();
  if (query.data === undefined) {
    return query.error === null ? <FactSkeletons /> : <ProblemNotice error={query.error} onRetry={retry} />;
  }
  return (
    <>
      {query.error !== null && (
        <StaleNotice error={query.error} onRetry={retry} since={query.dataUpdatedAt} />
      )}
      {children(query.data)}
    </>
  );
};
