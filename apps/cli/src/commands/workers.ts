import type { Worker } from '@spool/contracts';
import type { Command } from 'commander';
import { list, withPaging, type PagingOptions } from '../arguments/paging.js';
import { inSession } from '../session/session.js';
import type { Column } from '../terminal/table.js';
import { timeWord } from '../terminal/words.js';

const columns: readonly Column<Worker>[] = [
  { title: 'WORKER', value: ({ workerId }) => workerId },
  { title: 'LEASES', value: ({ leases }) => leases, align: 'right' },
  { title: 'LAST CALL', value: ({ lastCallAt }) => timeWord(lastCallAt) },
  { title: 'QUEUES', value: ({ queues }) => queues.join(', ') },
];

/** `spool workers` */
export const addWorkers = (program: Command): void => {
  withPaging(
    program.command('workers').description('List the workers that asked for tasks in the last five minutes'),
  ).action(
    inSession((session, options: PagingOptions) =>
      list(session, (paging) => session.client.workers.list(paging), { columns, options }),
    ),
  );
};
