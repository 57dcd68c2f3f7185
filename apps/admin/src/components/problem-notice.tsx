import { Button } from '@mantine/core';
import { SpoolProblem } from '@spool/client';
import { wordDuration } from '../time/words.js';
import { useNow } from '../time/use-now.js';
import './notices.css';

/** What went wrong, in words. */
export const wordProblem = (error: Error): string =>
  error instanceof SpoolProblem && error.errors.length > 0
    ? error.errors.map(({ path, message }) => `${path}: ${message}`).join(' ')
    : error.message;

const RequestId = ({ error }: { readonly error: Error }) =>
  error instanceof SpoolProblem && error.requestId !== null ? (
    <span className="faint">
      {' '}
      Request <code className="request-id">{error.requestId}</code>
    </span>
  ) : null;

interface ProblemNoticeProps {
  readonly error: Error;
  readonly onRetry: () => void;
}

const titleOf = (error: Error): string => {
  if (!(error instanceof SpoolProblem)) return 'Spool does not answer';
  if (error.code === 'forbidden') return 'You may not see this';
  if (error.status === 404) return 'Not here';
  return 'This could not be read';
};

/** Stands where the data would be. A right that is missing is named by the server's own sentence. */
export const ProblemNotice = ({ error, onRetry }: ProblemNoticeProps) => (
  <div className="notice" role="alert">
    <h2>{titleOf(error)}</h2>
    <p>
      {wordProblem(error)}
      <RequestId error={error} />
    </p>
    <Button variant="default" onClick={onRetry}>
      Retry
    </Button>
  </div>
);

/** Stands above data that could not be refreshed. */
export const StaleNotice = ({ error, onRetry, since }: ProblemNoticeProps & { readonly since: number }) => {
  const nowMs = useNow();
  return (
    <div className="stale-notice" role="alert">
      <span>
        Data from {wordDuration(nowMs - since)} ago. {wordProblem(error)}
        <RequestId error={error} />
      </span>
      <Button variant="default" size="compact-xs" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
};
