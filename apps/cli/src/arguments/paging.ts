import { limits, type Page } from '@spool/contracts';
import { Option, type Command } from 'commander';
import type { Session } from '../session/session.js';
import { harmlessJson } from '../terminal/harmless-text.js';
import type { Column } from '../terminal/table.js';
import { wholeNumberArgument } from './values.js';

/** How much of a list, and from where. */
export interface PagingOptions {
  readonly limit: number;
  readonly all?: true;
  readonly cursor?: string;
}

/** Gives a command of a list its options. */
export const withPaging = (command: Command): Command =>
  command
    .addOption(
      new Option('-n, --limit <number>', 'how many')
        .default(limits.listItemsByDefault)
        .argParser(wholeNumberArgument),
    )
    .option('--all', 'all of them, however many')
    .option('--cursor <cursor>', 'go on where a list ended');

type ReadPage<Item> = (paging: { readonly limit: number; readonly cursor?: string }) => Promise<Page<Item>>;

/** The pages of a list, as many as were asked for. A search that takes long answers short pages, even empty ones. */
export async function* pagesOf<Item>(
  read: ReadPage<Item>,
  options: PagingOptions,
): AsyncGenerator<Page<Item>> {
  let wanted = options.all === true ? Number.POSITIVE_INFINITY : options.limit;
  let cursor = options.cursor ?? null;
  do {
    const limit = Math.min(wanted, limits.listItems);
    const page = await read({ limit, ...(cursor === null ? {} : { cursor }) });
    yield page;
    wanted -= page.items.length;
    cursor = page.nextCursor;
  } while (cursor !== null && wanted > 0);
}

/** Lists for scripts: one document, written as it comes. */
const writeDocument = async <Item>({ output }: Session, pages: AsyncIterable<Page<Item>>): Promise<void> => {
  let nextCursor: string | null = null;
  let separator = '\n';
  await output.write('{"items":[');
  for await (const page of pages) {
    for (const item of page.items) {
      await output.write(`${separator}${harmlessJson(item)}`);
      separator = ',\n';
    }
    ({ nextCursor } = page);
  }
  await output.line(`],"nextCursor":${harmlessJson(nextCursor)}}`);
};

/** Lists, a table a page for people, one document for scripts. */
export const list = async <Item>(
  session: Session,
  read: ReadPage<Item>,
  { columns, options }: { readonly columns: readonly Column<Item>[]; readonly options: PagingOptions },
): Promise<void> => {
  const pages = pagesOf(read, options);
  if (session.output.isJson) return await writeDocument(session, pages);
  let nextCursor: string | null = null;
  let count = 0;
  for await (const page of pages) {
    if (page.items.length > 0) await session.output.table(columns, page.items);
    count += page.items.length;
    ({ nextCursor } = page);
  }
  if (count === 0) session.output.note('There are none.');
  if (nextCursor !== null) session.output.note(`There are more: --all, or --cursor ${nextCursor}`);
};
