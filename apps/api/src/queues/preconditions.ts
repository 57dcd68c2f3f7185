import type { IncomingHttpHeaders } from 'node:http';
import { SpoolError, validationFailed } from '../platform/spool-error.js';

/** What a caller demands of a queue's version before it is written: none at all, or a certain one. */
export type Precondition =
  | { readonly kind: 'none' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'version'; readonly version: number };

const entityTag = /^(?:W\/)?"([1-9][0-9]{0,9})"$/;

/** A version as the `ETag` header writes it. */
export const entityTagOf = (version: number): string => `"${version}"`;

/** Reads `If-None-Match: *` and `If-Match`. Throws `validation_failed` for anything else in them. */
export const readPrecondition = (headers: IncomingHttpHeaders): Precondition => {
  const noneMatch = headers['if-none-match'];
  const match = headers['if-match'];
  if (noneMatch !== undefined && noneMatch !== '*') {
    throw validationFailed([{ path: '/headers/if-none-match', message: 'If-None-Match takes "*" only.' }]);
  }
  if (noneMatch !== undefined) return { kind: 'absent' };
  if (match === undefined) return { kind: 'none' };
  const version = entityTag.exec(match)?.[1];
  if (version === undefined) {
    throw validationFailed([
      { path: '/headers/if-match', message: 'If-Match takes the ETag of a queue, such as "3".' },
    ]);
  }
  return { kind: 'version', version: Number(version) };
};

/** Holds a queue's version (null: it does not exist) against a precondition. Throws `precondition_failed`. */
export const checkPrecondition = (precondition: Precondition, version: number | null): void => {
  if (precondition.kind === 'absent' && version !== null) {
    throw new SpoolError('precondition_failed', 'The queue exists already.');
  }
  if (precondition.kind === 'version' && version !== precondition.version) {
    const found = version === null ? 'the queue does not exist' : `it has version ${version}`;
    throw new SpoolError(
      'precondition_failed',
      `The queue should have version ${precondition.version}, but ${found}.`,
    );
  }
};
