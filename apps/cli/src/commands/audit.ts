import { auditAction, type AuditAction, type AuditEntry } from '@spool/contracts';
import { Option, type Command } from 'commander';
import { list, withPaging, type PagingOptions } from '../arguments/paging.js';
import { timeArgument } from '../arguments/values.js';
import { inSession } from '../session/session.js';
import type { Column } from '../terminal/table.js';
import { timeWord } from '../terminal/words.js';

const columns: readonly Column<AuditEntry>[] = [
  { title: 'AT', value: ({ at }) => timeWord(at) },
  { title: 'WHO', value: ({ actor }) => `${actor.type} ${actor.name}` },
  { title: 'DID', value: ({ action }) => action },
  { title: 'TO', value: ({ target }) => (target.id === null ? target.type : `${target.type} ${target.id}`) },
  { title: 'QUEUE', value: ({ queue }) => queue },
  { title: 'REASON', value: ({ reason }) => reason },
  { title: 'FROM', value: ({ address }) => address },
];

interface AuditOptions extends PagingOptions {
  readonly actor?: string;
  readonly action?: AuditAction;
  readonly target?: string;
  readonly from?: string;
  readonly to?: string;
}

/** `spool audit` */
export const addAudit = (program: Command): void => {
  withPaging(
    program
      .command('audit')
      .description('Say who did what, newest first; --json tells what was before and after'),
  )
    .option('--actor <actor>', 'by operator:NAME, key:ID or system')
    .addOption(new Option('--action <action>', 'of this kind').choices(auditAction.options))
    .option('--target <target>', 'done to this, such as queue:orders or task:4812')
    .addOption(new Option('--from <time>', 'at this time or later').argParser(timeArgument))
    .addOption(new Option('--to <time>', 'before this time').argParser(timeArgument))
    .action(
      inSession((session, options: AuditOptions) => {
        const { actor, action, target, from, to } = options;
        return list(
          session,
          (paging) => session.client.audit.list({ actor, action, target, from, to, ...paging }),
          {
            columns,
            options,
          },
        );
      }),
    );
};
