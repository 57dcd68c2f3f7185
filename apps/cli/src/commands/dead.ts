import type { DeadTask, DeadTaskGroup } from '@spool/contracts';
import { Option, type Command } from 'commander';
import { list, withPaging, type PagingOptions } from '../arguments/paging.js';
import { jsonArgument, timeArgument, wholeNumberArgument } from '../arguments/values.js';
import { wrongUsage } from '../session/failure.js';
import { inSession } from '../session/session.js';
import { confirm } from '../terminal/confirm.js';
import type { Column } from '../terminal/table.js';
import { countWord, timeWord } from '../terminal/words.js';
import { tellResults } from './batch-results.js';
import {
  filterOf,
  operateOn,
  withDeadFilter,
  withOperationOptions,
  type DeadFilterOptions,
  type OperationOptions,
} from './dead-filter.js';
import { showTask } from './task-facts.js';

const columns: readonly Column<DeadTask>[] = [
  { title: 'ID', value: ({ id }) => id, align: 'right' },
  { title: 'DIED', value: ({ diedAt }) => timeWord(diedAt) },
  { title: 'QUEUE', value: ({ queue }) => queue },
  { title: 'THREAD', value: ({ threadId }) => threadId },
  { title: 'TYPE', value: ({ type }) => type },
  { title: 'TRIES', value: ({ attempt }) => attempt, align: 'right' },
  { title: 'GROUP', value: ({ group }) => group },
  { title: 'ERROR', value: ({ error }) => `${error.type ?? ''} ${error.message}`.trim() },
];

const groupColumns: readonly Column<DeadTaskGroup>[] = [
  { title: 'GROUP', value: ({ group }) => group },
  { title: 'QUEUE', value: ({ queue }) => queue },
  { title: 'DEAD', value: ({ count }) => count, align: 'right' },
  { title: 'THREADS', value: ({ threads }) => threads, align: 'right' },
  { title: 'FIRST', value: ({ firstSeenAt }) => timeWord(firstSeenAt) },
  { title: 'LAST', value: ({ lastSeenAt }) => timeWord(lastSeenAt) },
  { title: 'STATUS', value: ({ status }) => status },
  { title: 'ERROR', value: ({ errorType, message }) => `${errorType ?? ''} ${message}`.trim() },
  { title: 'NOTE', value: ({ note }) => note },
];

const addLists = (dead: Command): void => {
  withDeadFilter(
    withPaging(dead.command('list', { isDefault: true }).description('List dead tasks, newest death first')),
  ).action(
    inSession((session, options: PagingOptions & DeadFilterOptions) =>
      list(session, (paging) => session.client.deadTasks.list({ ...filterOf(options), ...paging }), {
        columns,
        options,
      }),
    ),
  );
  withPaging(dead.command('groups').description('List dead tasks by what went wrong, largest group first'))
    .option('-q, --queue <queue>', 'of this queue')
    .action(
      inSession((session, options: PagingOptions & { readonly queue?: string }) => {
        const { queue } = options;
        return list(session, (paging) => session.client.deadTasks.groups({ queue, ...paging }), {
          columns: groupColumns,
          options,
        });
      }),
    );
  dead
    .command('show <id>')
    .description('Show a dead task, with its payload and its attempts')
    .action(inSession(async (session, id: string) => showTask(session, await session.client.tasks.get(id))));
};

const addGroupStatus = (dead: Command): void => {
  for (const [name, status, description] of [
    ['resolve', 'resolved', 'Say that a group is dealt with; it regresses when a task dies in it after that'],
    ['reopen', 'open', 'Say that a group is to be dealt with'],
  ] as const) {
    dead
      .command(`${name} <group>`)
      .description(description)
      .option('--note <text>', 'what is to be known of it')
      .action(
        inSession(async ({ client, output }, group: string, { note }: { readonly note?: string }) => {
          const patch = { status, ...(note === undefined ? {} : { note }) };
          await output.answer(
            await client.deadTasks.updateGroup(group, patch),
            `Group ${group} is ${status}.`,
          );
        }),
      );
  }
};

interface RestartOptions extends OperationOptions {
  readonly at?: string;
  readonly payload?: unknown;
}

const addRestart = (dead: Command): void => {
  withOperationOptions(
    dead
      .command('restart [ids...]')
      .description(
        'Restart dead tasks as new arrivals: up to 1,000 by their ids, or all that a filter names',
      ),
  )
    .addOption(
      new Option('--canary <number>', 'so many first; the rest when all of them passed').argParser(
        wholeNumberArgument,
      ),
    )
    .option('--verify', 'follow until every restarted task has completed or failed again')
    .addOption(new Option('--at <time>', 'by ids: not before this time').argParser(timeArgument))
    .addOption(new Option('--payload <json>', 'by one id: with this payload').argParser(jsonArgument))
    .addHelpText(
      'after',
      '\nExamples:\n  spool dead restart 4812 4813\n  spool dead restart --queue orders --error-type HTTP_503 --canary 5 --rate 50',
    )
    .action(
      inSession(async (session, ids: readonly string[], options: RestartOptions) => {
        if (ids.length === 0) return await operateOn(session, 'restart', options);
        const { at, payload } = options;
        if (Object.keys(filterOf(options)).length > 0) throw wrongUsage('Give ids or a filter, not both.');
        const { results } = await session.client.deadTasks.restart({
          ids: [...ids],
          ...(at === undefined ? {} : { scheduledAt: at }),
          ...(payload === undefined ? {} : { payload }),
        });
        await tellResults(session, results, 'restarted');
      }),
    );
};

const addDelete = (dead: Command): void => {
  withOperationOptions(
    dead
      .command('delete [ids...]')
      .description('Delete dead tasks for good: up to 1,000 by their ids, or all that a filter names'),
  ).action(
    inSession(async (session, ids: readonly string[], options: OperationOptions) => {
      if (ids.length === 0) return await operateOn(session, 'delete', options);
      if (Object.keys(filterOf(options)).length > 0) throw wrongUsage('Give ids or a filter, not both.');
      await confirm(session.signal, `Delete ${countWord(ids.length, 'dead task')} for good?`, options);
      const { results } = await session.client.deadTasks.delete(ids);
      await tellResults(session, results, 'deleted');
    }),
  );
};

/** `spool dead …` */
export const addDead = (program: Command): void => {
  const dead = program
    .command('dead')
    .alias('dlq')
    .description('Look at the dead letter queue, restart and delete');
  addLists(dead);
  addGroupStatus(dead);
  addRestart(dead);
  addDelete(dead);
};
