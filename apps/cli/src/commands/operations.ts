import {
  operationAction,
  operationOutcome,
  operationState,
  type OperationAction,
  type OperationOutcome,
  type OperationState,
} from '@spool/contracts';
import { Option, type Command } from 'commander';
import { list, withPaging, type PagingOptions } from '../arguments/paging.js';
import { followOperation, type FollowOptions } from '../follow/follow-operation.js';
import { inSession } from '../session/session.js';
import { confirm, type ConfirmOptions } from '../terminal/confirm.js';
import { coveredColumns, operationColumns, showOperation, tellEnd } from './operation-facts.js';

interface OperationListOptions extends PagingOptions {
  readonly queue?: string;
  readonly action?: OperationAction;
  readonly state?: OperationState;
}

const addLists = (operations: Command): void => {
  withPaging(operations.command('list', { isDefault: true }).description('List operations, newest first'))
    .option('-q, --queue <queue>', 'that cover this queue')
    .addOption(new Option('--action <action>', 'that do this').choices(operationAction.options))
    .addOption(new Option('-s, --state <state>', 'in this state').choices(operationState.options))
    .action(
      inSession((session, options: OperationListOptions) => {
        const { queue, action, state } = options;
        return list(
          session,
          (paging) => session.client.operations.list({ queue, action, state, ...paging }),
          {
            columns: operationColumns,
            options,
          },
        );
      }),
    );
  withPaging(operations.command('tasks <id>').description('Say what became of each task of an operation'))
    .addOption(new Option('--outcome <outcome>', 'with this outcome').choices(operationOutcome.options))
    .action(
      inSession((session, id: string, options: PagingOptions & { readonly outcome?: OperationOutcome }) => {
        const { outcome } = options;
        return list(session, (paging) => session.client.operations.tasks(id, { outcome, ...paging }), {
          columns: coveredColumns,
          options,
        });
      }),
    );
};

const addSteering = (operations: Command): void => {
  operations
    .command('pause <id>')
    .description('Hold an operation')
    .action(
      inSession(async ({ client, output }, id: string) =>
        output.answer(await client.operations.pause(id), `Operation ${id} is held.`),
      ),
    );
  operations
    .command('resume <id>')
    .description('Let an operation go on, past its canary too')
    .action(
      inSession(async ({ client, output }, id: string) =>
        output.answer(await client.operations.resume(id), `Operation ${id} goes on.`),
      ),
    );
  operations
    .command('cancel <id>')
    .description('End an operation; what is done stays done')
    .option('-y, --yes', 'do not ask')
    .action(
      inSession(async (session, id: string, options: ConfirmOptions) => {
        await confirm(session.signal, `End operation ${id}? What is done stays done.`, options);
        await session.output.answer(await session.client.operations.cancel(id), `Operation ${id} has ended.`);
      }),
    );
  operations
    .command('undo <id>')
    .description('End a restart, and return what has not started to the DLQ')
    .option('-y, --yes', 'do not ask')
    .action(
      inSession(async (session, id: string, options: ConfirmOptions) => {
        await confirm(
          session.signal,
          `End operation ${id} and return what has not started to the DLQ?`,
          options,
        );
        await session.client.operations.undo(id);
        await showOperation(session, await followOperation(session, id));
      }),
    );
};

/** `spool operations …` */
export const addOperations = (program: Command): void => {
  const operations = program
    .command('operations')
    .alias('operation')
    .description('Look at bulk restarts and deletions, and steer them');
  addLists(operations);
  operations
    .command('show <id>')
    .description('Show an operation, its progress and what went wrong')
    .action(
      inSession(async (session, id: string) =>
        showOperation(session, await session.client.operations.get(id)),
      ),
    );
  operations
    .command('follow <id>')
    .description('Show the progress of an operation until it has ended')
    .option('--verify', 'until what became of every restarted task is known')
    .action(
      inSession(async (session, id: string, options: FollowOptions) =>
        tellEnd(session, await followOperation(session, id, options)),
      ),
    );
  addSteering(operations);
};
