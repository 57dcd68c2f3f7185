import { z } from 'zod';
import { limits } from './limits.js';
import { timestampIn } from './scalars.js';

const digits = z.string().regex(/^[0-9]{1,4}$/, `"limit" is a whole number from 1 to ${limits.listItems}.`);

/** How much of a list, and from where: every list takes these two. */
export const paging = {
  limit: digits
    .transform(Number)
    .pipe(z.int().min(1).max(limits.listItems))
    .default(limits.listItemsByDefault)
    .meta({ description: `1 to ${limits.listItems}, default ${limits.listItemsByDefault}.` }),
  cursor: z.string().min(1).max(2_000).optional().meta({ description: 'The nextCursor of the page before.' }),
};

/** A span of time, both ends optional: `from` included, `to` not. */
export const timeSpan = { from: timestampIn.optional(), to: timestampIn.optional() };

/** One page of a list; `nextCursor` is null on the last. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });

/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}
