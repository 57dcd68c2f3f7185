import { readFile } from 'node:fs/promises';
import { role, type Operator, type Role } from '@spool/contracts';
import { Option, type Command } from 'commander';
import { list, pagesOf, withPaging, type PagingOptions } from '../arguments/paging.js';
import { exitCodes } from '../session/exit-codes.js';
import { Failure, wrongUsage } from '../session/failure.js';
import { inSession, type Session } from '../session/session.js';
import { confirm, type ConfirmOptions } from '../terminal/confirm.js';
import type { Column } from '../terminal/table.js';
import { timeWord } from '../terminal/words.js';

const columns: readonly Column<Operator>[] = [
  { title: 'ID', value: ({ id }) => id, align: 'right' },
  { title: 'NAME', value: ({ username }) => username },
  { title: 'ROLE', value: ({ role: ofOperator }) => ofOperator },
  { title: 'QUEUES', value: ({ queues }) => queues.join(',') },
  { title: 'SOURCE', value: ({ source }) => source },
  { title: 'ENABLED', value: ({ enabled }) => (enabled ? 'yes' : 'no') },
  { title: 'CREATED', value: ({ createdAt }) => timeWord(createdAt) },
  { title: 'LAST SIGNED IN', value: ({ lastSignedInAt }) => timeWord(lastSignedInAt) },
];

interface OperatorOptions {
  readonly role?: Role;
  readonly queues?: string[];
  readonly passwordFile?: string;
}

const withOperatorOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--role <role>', 'viewer looks, operator intervenes too, admin does all').choices(
        role.options,
      ),
    )
    .option('--queues <patterns...>', 'which queues it sees; * stands for any characters')
    .option('--password-file <file>', 'a file with its password');

/** What the options say, as the REST API takes it. A password is never an argument: those are for all to see. */
const givenOf = async ({ role: ofOperator, queues, passwordFile }: OperatorOptions) => {
  const readPassword = async (file: string): Promise<string> => {
    const text = await readFile(file, 'utf8').catch((error: unknown) => {
      throw wrongUsage(`The file of the password cannot be read: ${String(error)}.`);
    });
    return text.replace(/\r?\n$/, '');
  };
  return {
    ...(ofOperator === undefined ? {} : { role: ofOperator }),
    ...(queues === undefined ? {} : { queues }),
    ...(passwordFile === undefined ? {} : { password: await readPassword(passwordFile) }),
  };
};

const findByName = async ({ client }: Session, username: string): Promise<Operator> => {
  const pages = pagesOf((paging) => client.operators.list(paging), { limit: 0, all: true });
  for await (const { items } of pages) {
    const found = items.find((operator) => operator.username === username);
    if (found !== undefined) return found;
  }
  throw new Failure(`There is no operator "${username}": spool operators lists them.`, exitCodes.refused);
};

const addChanging = (operators: Command): void => {
  withOperatorOptions(
    operators.command('create <name>').description('Make an operator who signs in with a password'),
  )
    .addHelpText(
      'after',
      '\nWithout --role a viewer; without --password-file a random password is made and shown once.',
    )
    .action(
      inSession(async ({ client, output }, username: string, options: OperatorOptions) => {
        const created = await client.operators.create({
          role: 'viewer',
          ...(await givenOf(options)),
          username,
        });
        const { password } = created;
        if (password !== undefined) output.note('The password is shown this once:');
        await output.answer(created, password ?? `${username} may sign in.`);
      }),
    );
  withOperatorOptions(
    operators.command('set <name>').description('Change an operator’s role, queues or password'),
  ).action(
    inSession(async (session, username: string, options: OperatorOptions) => {
      const { id } = await findByName(session, username);
      const changed = await session.client.operators.update(id, await givenOf(options));
      await session.output.answer(changed, `${username} is changed.`);
    }),
  );
  for (const [name, enabled, description] of [
    ['disable', false, 'Bar an operator; its sessions end'],
    ['enable', true, 'Let an operator sign in again'],
  ] as const) {
    operators
      .command(`${name} <name>`)
      .description(description)
      .action(
        inSession(async (session, username: string) => {
          const { id } = await findByName(session, username);
          const changed = await session.client.operators.update(id, { enabled });
          await session.output.answer(changed, `${username} ${enabled ? 'may' : 'may not'} sign in.`);
        }),
      );
  }
};

/** `spool operators …` */
export const addOperators = (program: Command): void => {
  const operators = program.command('operators').alias('operator').description('Manage who may sign in');
  withPaging(operators.command('list', { isDefault: true }).description('List operators by name')).action(
    inSession((session, options: PagingOptions) =>
      list(session, (paging) => session.client.operators.list(paging), { columns, options }),
    ),
  );
  addChanging(operators);
  operators
    .command('delete <name>')
    .description('Remove an operator; its sessions end')
    .option('-y, --yes', 'do not ask')
    .action(
      inSession(async (session, username: string, options: ConfirmOptions) => {
        const { id } = await findByName(session, username);
        await confirm(session.signal, `Remove the operator ${username}?`, options);
        await session.client.operators.delete(id);
        await session.output.answer({ id, username, deleted: true }, `${username} is removed.`);
      }),
    );
};
