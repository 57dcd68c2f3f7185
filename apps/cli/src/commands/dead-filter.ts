import type { OperationAction } from '@spool/contracts';
import { Option, type Command } from 'commander';
import { timeArgument, wholeNumberArgument } from '../arguments/values.js';
import { followOperation, type FollowOptions } from '../follow/follow-operation.js';
import { wrongUsage } from '../session/failure.js';
import type { Session } from '../session/session.js';
import { confirm, type ConfirmOptions } from '../terminal/confirm.js';
import { countWord } from '../terminal/words.js';
import { tellEnd } from './operation-facts.js';

/** Which dead tasks are meant. */
export interface DeadFilterOptions {
  readonly queue?: string;
  readonly thread?: string;
  readonly type?: string;
  readonly errorType?: string;
  readonly group?: string;
  readonly from?: string;
  readonly to?: string;
}

/** How an operation over all that a filter names is carried out. */
export interface OperationOptions extends DeadFilterOptions, ConfirmOptions, FollowOptions {
  readonly all?: true;
  readonly rate?: number;
  readonly canary?: number;
  readonly reason?: string;
  readonly dryRun?: true;
  /** `--no-wait` turns it off. */
  readonly wait: boolean;
}

/** Gives a command the filter of the DLQ. */
export const withDeadFilter = (command: Command): Command =>
  command
    .option('-q, --queue <queue>', 'of this queue')
    .option('--thread <id>', 'of this thread')
    .option('--type <type>', 'of this type')
    .option('--error-type <type>', 'that died of this type of error')
    .option('--group <group>', 'of this group: spool dead groups')
    .addOption(new Option('--from <time>', 'that died at this time or later').argParser(timeArgument))
    .addOption(new Option('--to <time>', 'that died before this time').argParser(timeArgument));

/** Gives a command that makes operations its options. */
export const withOperationOptions = (command: Command): Command =>
  withDeadFilter(command)
    .option('--all', 'all dead tasks, without a filter')
    .addOption(new Option('--rate <number>', 'so many a second at most').argParser(wholeNumberArgument))
    .option('--reason <text>', 'why, for everybody to read')
    .option('--dry-run', 'say what would be done, and do nothing')
    .option('--no-wait', 'do not follow it to its end')
    .option('-y, --yes', 'do not ask');

/** The filter as the REST API takes it. */
export const filterOf = ({ queue, thread, type, errorType, group, from, to }: DeadFilterOptions) => {
  const filter = { queue, threadId: thread, type, errorType, group, from, to };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
};

/**
 * Says how many tasks a filter names, asks, makes the operation, and follows it. What dies between the look and the
 * operation stays out.
 */
export const operateOn = async (
  session: Session,
  action: OperationAction,
  options: OperationOptions,
): Promise<void> => {
  const { client, output } = session;
  const filter = filterOf(options);
  if (Object.keys(filter).length === 0 && options.all !== true)
    throw wrongUsage(`Say which dead tasks to ${action}: ids, a filter such as --queue, or --all.`);
  const preview = await client.operations.preview({ action, filter }, { limit: 1 });
  const { eligible, queues, takenAt } = preview;
  const of = queues.map(({ queue, count }) => `${count} of ${queue}`).join(', ');
  const sentence = `${countWord(eligible, 'dead task')}${of === '' ? '' : ` (${of})`}`;
  if (options.dryRun === true) return await output.answer(preview, `This would ${action} ${sentence}.`);
  if (eligible === 0) return await output.answer(preview, 'There are none.');
  await confirm(
    session.signal,
    `${action === 'delete' ? 'Delete for good' : 'Restart'} ${sentence}?`,
    options,
  );
  const operation = await client.operations.create({
    action,
    filter: { to: takenAt, ...filter },
    ...(options.rate === undefined ? {} : { ratePerSecond: options.rate }),
    ...(options.canary === undefined ? {} : { canary: options.canary }),
    ...(options.reason === undefined ? {} : { reason: options.reason }),
  });
  if (!options.wait)
    return await output.answer(
      operation,
      `Operation ${operation.id} has begun: spool operations show ${operation.id}`,
    );
  await tellEnd(session, await followOperation(session, operation.id, options));
};
