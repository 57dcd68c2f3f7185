import type { IncomingHttpHeaders } from 'node:http';
import { SpoolError, validationFailed } from '../platform/spool-error.js';

/** What a caller demands of a queue before it is written: absent, present, or at one of some versions. */
export type Precondition =
  | { readonly kind: 'none' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'present' }
  | { readonly kind: 'versions'; readonly tags: readonly string[] };

const tag = String.raw`(?:W/)?"[\x21\x23-\x7e]*"`;
const listOfTags = new RegExp(`^${tag}(?:[ \\t]*,[ \\t]*${tag})*$`);
const opaquePart = /"[^"]*"/g;

/** A version as the `ETag` header writes it. */
export const entityTagOf = (version: number): string => `"${version}"`;

/**
 * Reads `If-None-Match: *`, `If-Match: *` and `If-Match` with entity tags; a tag that no queue ever had is one
 * that does not match. Throws `validation_failed` for anything else in these headers.
 */
export const readPrecondition = (headers: IncomingHttpHeaders): Precondition => {
  const noneMatch = headers['if-none-match'];
  const match = headers['if-match'];
  if (noneMatch !== undefined && noneMatch !== '*') {
    throw validationFailed([{ path: '/headers/if-none-match', message: 'If-None-Match takes "*" only.' }]);
  }
  if (noneMatch !== undefined) return { kind: 'absent' };
  if (match === undefined) return { kind: 'none' };
  if (match === '*') return { kind: 'present' };
  if (!listOfTags.test(match)) {
    throw validationFailed([
      { path: '/headers/if-match', message: 'If-Match takes the ETag of a queue, such as "3".' },
    ]);
  }
  return { kind: 'versions', tags: match.match(opaquePart) ?? [] };
};

/** Holds a queue's version (null: it does not exist) against a precondition. Throws `precondition_failed`. */
export const checkPrecondition = (precondition: Precondition, version: number | null): void => {
  switch (precondition.kind) {
    case 'none':
      return;
    case 'absent':
      if (version === null) return;
      throw new SpoolError('precondition_failed', 'The queue exists already.');
    case 'present':
      if (version !== null) return;
      throw new SpoolError('precondition_failed', 'The queue does not exist.');
    case 'versions': {
      if (version !== null && precondition.tags.includes(entityTagOf(version))) return;
      const found = version === null ? 'the queue does not exist' : `it has version ${version}`;
      throw new SpoolError('precondition_failed', `If-Match does not hold: ${found}.`);
    }
  }
};
