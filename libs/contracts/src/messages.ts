import { z } from 'zod';

const typeNames: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a string',
};

const units: Readonly<Record<string, string>> = { string: 'character', array: 'item' };

/** "have at least 1 item", "be at most 500". */
const bound = (origin: string, which: 'least' | 'most', count: number | bigint): string => {
  const unit = units[origin];
  if (unit === undefined) return `be at ${which} ${count}`;
  return `have at ${which} ${count} ${unit}${Number(count) === 1 ? '' : 's'}`;
};

/**
 * What a flaw that has no words of its own is called: what is wanted, in the caller's terms. Schemas' own messages go
 * before these.
 */
const describe: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return `This must be ${typeNames[issue.expected] ?? issue.expected}.`;
    case 'too_small':
      return `This must ${bound(issue.origin, 'least', issue.minimum)}.`;
    case 'too_big':
      return `This must ${bound(issue.origin, 'most', issue.maximum)}.`;
    case 'invalid_value':
      return `This must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}.`;
    case 'invalid_union':
      return 'This has none of the forms that it may have.';
    default:
      return undefined;
  }
};

z.config({ customError: describe });
