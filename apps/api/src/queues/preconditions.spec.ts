import { describe, expect, it } from '@jest/globals';
import { SpoolError } from '../platform/spool-error.js';
import { checkPrecondition, entityTagOf, readPrecondition } from './preconditions.js';

const outcomeOf = (headers: Record<string, string>, version: number | null): string => {
  try {
    checkPrecondition(readPrecondition(headers), version);
    return 'written';
  } catch (error) {
    if (error instanceof SpoolError) return error.code;
    throw error;
  }
};

describe('A queue’s preconditions', () => {
  it.each<[string, Record<string, string>, number | null, string]>([
    ['no header, a queue that exists', {}, 3, 'written'],
    ['no header, no queue', {}, null, 'written'],
    ['If-None-Match: *, no queue', { 'if-none-match': '*' }, null, 'written'],
    ['If-None-Match: *, a queue that exists', { 'if-none-match': '*' }, 3, 'precondition_failed'],
    ['If-Match with the version', { 'if-match': entityTagOf(3) }, 3, 'written'],
    ['If-Match with the version made weak by a proxy', { 'if-match': 'W/"3"' }, 3, 'written'],
    ['If-Match with the version among others', { 'if-match': '"2", "3"' }, 3, 'written'],
    ['If-Match with another version', { 'if-match': '"2"' }, 3, 'precondition_failed'],
    ['If-Match with a version, no queue', { 'if-match': '"3"' }, null, 'precondition_failed'],
    ['If-Match with a tag no queue has', { 'if-match': '"0"' }, 3, 'precondition_failed'],
    ['If-Match with a tag of another service', { 'if-match': '"a1-b2"' }, 3, 'precondition_failed'],
    ['If-Match: *, a queue that exists', { 'if-match': '*' }, 3, 'written'],
    ['If-Match: *, no queue', { 'if-match': '*' }, null, 'precondition_failed'],
  ])('%s', (_case, headers, version, outcome) => {
    expect(outcomeOf(headers, version)).toBe(outcome);
  });

  it.each([
    [{ 'if-match': '3' }],
    [{ 'if-match': '' }],
    [{ 'if-match': '"3' }],
    [{ 'if-match': '"3" "4"' }],
    [{ 'if-none-match': '"3"' }],
  ])('refuses %j as not valid', (headers) => {
    expect(outcomeOf(headers, 3)).toBe('validation_failed');
  });
});
