import type { TaskError } from '@spool/contracts';
import { StrangerText } from './stranger-text.js';

/** What went wrong in a line: its type, where it has one, and its message. */
export const ErrorLine = ({ error: { type, message } }: { readonly error: TaskError }) => (
  <p className="error-line">
    {type !== null && (
      <>
        <StrangerText text={type} />{' '}
      </>
    )}
    <bdi className="error-message">{message}</bdi>
  </p>
);
