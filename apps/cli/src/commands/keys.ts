import { permission, type ApiKey, type Permission } from '@spool/contracts';
import { Option, type Command } from 'commander';
import { list, withPaging, type PagingOptions } from '../arguments/paging.js';
import { durationArgument, timeArgument } from '../arguments/values.js';
import { inSession } from '../session/session.js';
import { confirm, type ConfirmOptions } from '../terminal/confirm.js';
import type { Column } from '../terminal/table.js';
import { timeWord } from '../terminal/words.js';

const columns: readonly Column<ApiKey>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'NAME', value: ({ name }) => name },
  { title: 'SCOPES', value: ({ scopes }) => scopes.join(',') },
  { title: 'QUEUES', value: ({ queues }) => queues.join(',') },
  { title: 'CREATED', value: ({ createdAt }) => timeWord(createdAt) },
  { title: 'EXPIRES', value: ({ expiresAt }) => timeWord(expiresAt) },
  { title: 'OLD SECRET UNTIL', value: ({ previousSecretEndsAt }) => timeWord(previousSecretEndsAt) },
  { title: 'LAST USED', value: ({ lastUsedAt }) => timeWord(lastUsedAt) },
];

interface CreateOptions {
  readonly scope: Permission[];
  readonly queue?: string[];
  readonly expires?: string;
}

const addListing = (keys: Command): void => {
  withPaging(
    keys.command('list', { isDefault: true }).description('List API keys, without their secrets'),
  ).action(
    inSession((session, options: PagingOptions) =>
      list(session, (paging) => session.client.apiKeys.list(paging), { columns, options }),
    ),
  );
};

const addCreating = (keys: Command): void => {
  keys
    .command('create <name>')
    .description('Make an API key; it is shown once')
    .addOption(
      new Option('--scope <scopes...>', 'what it may do').choices(permission.options).makeOptionMandatory(),
    )
    .option('--queue <patterns...>', 'on which queues; * stands for any characters (default: all)')
    .addOption(new Option('--expires <time>', 'when it ends').argParser(timeArgument))
    .addHelpText(
      'after',
      "\nExample:\n  spool keys create shop --scope enqueue read --queue 'shop-*' --expires +90d",
    )
    .action(
      inSession(async ({ client, output }, name: string, { scope, queue, expires }: CreateOptions) => {
        const created = await client.apiKeys.create({
          name,
          scopes: scope,
          ...(queue === undefined ? {} : { queues: queue }),
          ...(expires === undefined ? {} : { expiresAt: expires }),
        });
        output.note('The key is shown this once:');
        await output.answer(created, created.key);
      }),
    );
};

const addRotating = (keys: Command): void => {
  keys
    .command('rotate <id>')
    .description('Give an API key a new secret; it is shown once, and the old one goes on for a while')
    .addOption(
      new Option('--overlap <duration>', 'how long the old secret still works; 0 ends it at once').argParser(
        durationArgument,
      ),
    )
    .action(
      inSession(async ({ client, output }, id: string, { overlap }: { readonly overlap?: number }) => {
        const rotated = await client.apiKeys.rotate(id, overlap === undefined ? {} : { overlapMs: overlap });
        output.note('The key is shown this once:');
        await output.answer(rotated, rotated.key);
      }),
    );
};

const addRevoking = (keys: Command): void => {
  keys
    .command('revoke <id>')
    .description('Revoke an API key; it ends within a second on every replica')
    .option('-y, --yes', 'do not ask')
    .action(
      inSession(async (session, id: string, options: ConfirmOptions) => {
        await confirm(session.signal, `Revoke the key ${id}? What uses it is refused from then on.`, options);
        await session.client.apiKeys.delete(id);
        await session.output.answer({ id, revoked: true }, `The key ${id} is revoked.`);
      }),
    );
};

/** `spool keys …` */
export const addKeys = (program: Command): void => {
  const keys = program.command('keys').alias('key').description('Manage API keys');
  addListing(keys);
  addCreating(keys);
  addRotating(keys);
  addRevoking(keys);
};
