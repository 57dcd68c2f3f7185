import type { Queue, QueueConfiguration } from '@spool/contracts';
import type { Command } from 'commander';
import { list, withPaging, type PagingOptions } from '../arguments/paging.js';
import { inSession, type Session } from '../session/session.js';
import { confirm, type ConfirmOptions } from '../terminal/confirm.js';
import type { Column } from '../terminal/table.js';
import { durationWord, timeWord } from '../terminal/words.js';
import { configurationOf, withQueueOptions, type QueueOptions } from './queue-options.js';

const columns: readonly Column<Queue>[] = [
  { title: 'QUEUE', value: ({ name }) => name },
  ...(['ready', 'scheduled', 'backoff', 'waiting', 'inProgress', 'dead', 'completed'] as const).map(
    (count): Column<Queue> => ({
      title: count === 'inProgress' ? 'RUNNING' : count.toUpperCase(),
      value: ({ counts }) => counts[count],
      align: 'right',
    }),
  ),
  { title: 'OLDEST READY', value: ({ oldestReadyAt }) => timeWord(oldestReadyAt) },
  { title: 'PAUSED', value: ({ paused, pauseReason }) => (paused ? (pauseReason ?? 'yes') : '') },
];

const backoffWords = ({ type, initialMs, factor, maxMs, jitter }: QueueConfiguration['backoff']): string => {
  const growth = type === 'fixed' ? 'always' : `times ${factor} each, ${durationWord(maxMs)} at most;`;
  return `${durationWord(initialMs)} ${growth} jitter ${jitter}`;
};

const showQueue = async ({ output }: Session, queue: Queue): Promise<void> => {
  if (output.isJson) return await output.document(queue);
  const { counts, deadLetter } = queue;
  await output.facts([
    ['queue', queue.name],
    ['description', queue.description],
    ['paused', queue.paused ? (queue.pauseReason ?? 'yes') : 'no'],
    ['enqueued', counts.ready + counts.scheduled + counts.backoff + counts.waiting],
    ['  ready', counts.ready],
    ['  scheduled', counts.scheduled],
    ['  in backoff', counts.backoff],
    ['  waiting', counts.waiting],
    ['in progress', counts.inProgress],
    ['dead', counts.dead],
    ['completed', counts.completed],
    ['oldest ready', timeWord(queue.oldestReadyAt)],
    ['attempts', queue.maxAttempts],
    ['backoff', backoffWords(queue.backoff)],
    ['keepalive timeout', durationWord(queue.keepaliveTimeoutMs)],
    ['longest run', queue.maxRunMs === 0 ? 'unbounded' : durationWord(queue.maxRunMs)],
    ['dead letter', [deadLetter.mode, deadLetter.queue].filter((word) => word !== undefined).join(' to ')],
    ['keeps completed', durationWord(queue.retention.completedMs)],
    ['keeps dead', durationWord(queue.retention.deadMs)],
    ['dedup window', durationWord(queue.dedupWindowMs)],
    ['ordering', queue.ordering],
    ['thread scope', queue.threadScope],
    ['version', queue.version],
    ['changed', timeWord(queue.updatedAt)],
  ]);
};

const addReading = (queues: Command): void => {
  withPaging(queues.command('list', { isDefault: true }).description('List queues with their counts')).action(
    inSession((session, options: PagingOptions) =>
      list(session, (paging) => session.client.queues.list(paging), { columns, options }),
    ),
  );
  queues
    .command('show <queue>')
    .description('Show a queue: its counts and its configuration')
    .action(
      inSession(async (session, name: string) => showQueue(session, await session.client.queues.get(name))),
    );
};

const addConfiguring = (queues: Command): void => {
  withQueueOptions(queues.command('create <queue>').description('Create a queue'))
    .option('--replace', 'replace the whole configuration of a queue that is there')
    .addHelpText(
      'after',
      '\nExample:\n  spool queues create orders --max-attempts 3 --backoff fixed --backoff-initial 10s',
    )
    .action(
      inSession(async (session, name: string, options: QueueOptions & { readonly replace?: true }) => {
        // The service checks the configuration as a whole: one place says what is wrong with it.
        const configuration = (await configurationOf(options)) as Partial<QueueConfiguration>;
        const condition = options.replace === true ? {} : { condition: { onlyCreate: true } as const };
        await showQueue(session, await session.client.queues.put(name, configuration, condition));
      }),
    );
  withQueueOptions(queues.command('set <queue>').description('Change settings of a queue'))
    .addHelpText('after', '\nExample:\n  spool queues set orders --keepalive-timeout 5m')
    .action(
      inSession(async (session, name: string, options: QueueOptions) =>
        showQueue(session, await session.client.queues.patch(name, await configurationOf(options))),
      ),
    );
};

const addIntervening = (queues: Command): void => {
  queues
    .command('pause <queue>')
    .description('Stop handing out tasks; what runs goes on')
    .option('--reason <text>', 'why, for everybody to read')
    .action(
      inSession(async (session, name: string, options: { readonly reason?: string }) =>
        session.output.answer(await session.client.queues.pause(name, options), `${name} is paused.`),
      ),
    );
  queues
    .command('resume <queue>')
    .description('Hand out tasks again')
    .action(
      inSession(async (session, name: string) =>
        session.output.answer(await session.client.queues.resume(name), `${name} hands out tasks.`),
      ),
    );
  queues
    .command('delete <queue>')
    .description('Delete a queue that has neither live nor dead tasks')
    .option('-y, --yes', 'do not ask')
    .action(
      inSession(async (session, name: string, options: ConfirmOptions) => {
        await confirm(session.signal, `Delete the queue ${name} and its configuration?`, options);
        await session.client.queues.delete(name);
        await session.output.answer({ queue: name, deleted: true }, `${name} is deleted.`);
      }),
    );
};

/** `spool queues …` */
export const addQueues = (program: Command): void => {
  const queues = program.command('queues').alias('queue').description('Look at queues, and configure them');
  addReading(queues);
  addConfiguring(queues);
  addIntervening(queues);
};
