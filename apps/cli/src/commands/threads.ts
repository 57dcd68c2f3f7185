import type { FailureForecast, ThreadMember, ThreadRun, ThreadSummary } from '@spool/contracts';
import { Option, type Command } from 'commander';
import { list, withPaging, type PagingOptions } from '../arguments/paging.js';
import { inSession } from '../session/session.js';
import type { Column } from '../terminal/table.js';
import { timeWord } from '../terminal/words.js';
import { nextWords } from './next-step-words.js';
import { taskColumns } from './task-facts.js';

interface ScopeOptions {
  readonly queue?: string;
}

interface ThreadListOptions extends PagingOptions, ScopeOptions {
  readonly prefix?: string;
  readonly sort: 'oldest' | 'size';
}

const hidden = '(hidden)';

const memberWords = (member: ThreadMember | null): string | null => {
  if (member === null) return null;
  if ('hidden' in member) return hidden;
  const held = member.lease === undefined ? '' : ` at ${member.lease.workerId}`;
  return `task ${member.id} of ${member.queue}${held}`;
};

const threadColumns: readonly Column<ThreadSummary>[] = [
  { title: 'THREAD', value: ({ threadId }) => threadId },
  { title: 'OF QUEUE', value: ({ queue }) => queue },
  { title: 'SIZE', value: ({ size }) => size, align: 'right' },
  { title: 'SINCE', value: ({ since }) => timeWord(since) },
  { title: 'IN PROGRESS', value: ({ inProgress }) => memberWords(inProgress) },
  { title: 'HEAD', value: ({ head }) => memberWords(head) },
];

const memberColumns: readonly Column<ThreadMember>[] = taskColumns.map(({ value, ...column }) => ({
  ...column,
  value: (member) => ('hidden' in member ? (column.title === 'ID' ? hidden : '') : value(member)),
}));

const runColumns: readonly Column<ThreadRun>[] = [
  { title: 'STARTED', value: ({ startedAt }) => timeWord(startedAt) },
  { title: 'ENDED', value: ({ endedAt }) => timeWord(endedAt) },
  { title: 'TASK', value: ({ taskId }) => taskId, align: 'right' },
  { title: 'QUEUE', value: ({ queue }) => queue },
  { title: 'TRY', value: ({ attempt }) => attempt, align: 'right' },
  { title: 'WORKER', value: ({ workerId }) => workerId },
  { title: 'OUTCOME', value: ({ outcome }) => outcome ?? 'running' },
  { title: 'ERROR', value: ({ error }) => error?.message },
];

const forecastWords = (forecast: FailureForecast | undefined): string | null => {
  if (forecast === undefined) return null;
  return forecast.outcome === 'dead'
    ? 'it dies'
    : `attempt ${forecast.attempt}, due ${timeWord(forecast.at)}`;
};

const ofQueue = (command: Command): Command =>
  command.option('-q, --queue <queue>', 'the queue whose own thread is meant, where it has such');

const addLists = (threads: Command): void => {
  withPaging(threads.command('list', { isDefault: true }).description('List threads'))
    .option('-q, --queue <queue>', 'with members in this queue')
    .option('--prefix <text>', 'whose ids begin so')
    .addOption(new Option('--sort <order>', 'which first').choices(['oldest', 'size']).default('oldest'))
    .action(
      inSession((session, options: ThreadListOptions) => {
        const { queue, prefix, sort } = options;
        return list(session, (paging) => session.client.threads.list({ queue, prefix, sort, ...paging }), {
          columns: threadColumns,
          options,
        });
      }),
    );
  ofQueue(
    withPaging(threads.command('members <id>').description('List a thread’s line, in running order')),
  ).action(
    inSession((session, id: string, options: PagingOptions & ScopeOptions) => {
      const { queue } = options;
      return list(session, (paging) => session.client.threads.members(id, { queue, ...paging }), {
        columns: memberColumns,
        options,
      });
    }),
  );
  ofQueue(withPaging(threads.command('history <id>').description('Say who ran when, newest first'))).action(
    inSession((session, id: string, options: PagingOptions & ScopeOptions) => {
      const { queue } = options;
      return list(session, (paging) => session.client.threads.history(id, { queue, ...paging }), {
        columns: runColumns,
        options,
      });
    }),
  );
};

/** `spool threads …` */
export const addThreads = (program: Command): void => {
  const threads = program.command('threads').alias('thread').description('Look at threads and their lines');
  addLists(threads);
  ofQueue(threads.command('show <id>').description('Show who runs in a thread, who is next and when')).action(
    inSession(async ({ client, output }, id: string, { queue }: ScopeOptions) => {
      const thread = await client.threads.get(id, { queue });
      if (output.isJson) return await output.document(thread);
      await output.facts([
        ['thread', thread.threadId],
        ['of queue', thread.queue],
        ['members', thread.size],
        ['since', timeWord(thread.since)],
        ['in progress', memberWords(thread.inProgress)],
        ['if it fails', forecastWords(thread.ifItFails)],
        ['head', memberWords(thread.head)],
        ['the head runs', thread.next && nextWords(thread.next)],
        ['dead', thread.deadCount],
      ]);
    }),
  );
};
