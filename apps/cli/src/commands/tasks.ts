import { taskPhase, taskState, type TaskPhase, type TaskState } from '@spool/contracts';
import { Option, type Command } from 'commander';
import { list, withPaging, type PagingOptions } from '../arguments/paging.js';
import { timeArgument } from '../arguments/values.js';
import { inSession } from '../session/session.js';
import { confirm, type ConfirmOptions } from '../terminal/confirm.js';
import { countWord, timeWord } from '../terminal/words.js';
import { tellResults } from './batch-results.js';
import { causeWords, nextWords } from './next-step-words.js';
import { showTask, taskColumns } from './task-facts.js';

interface TaskListOptions extends PagingOptions {
  readonly queue?: string;
  readonly state?: TaskState;
  readonly phase?: TaskPhase;
  readonly thread?: string;
  readonly type?: string;
  readonly worker?: string;
  readonly from?: string;
  readonly to?: string;
}

const addList = (tasks: Command): void => {
  withPaging(tasks.command('list', { isDefault: true }).description('List tasks, newest first'))
    .option('-q, --queue <queue>', 'of this queue')
    .addOption(new Option('-s, --state <state>', 'in this state').choices(taskState.options))
    .addOption(new Option('--phase <phase>', 'ENQUEUED and in this phase').choices(taskPhase.options))
    .option('--thread <id>', 'of this thread')
    .option('--type <type>', 'of this type')
    .option('--worker <id>', 'in progress at this worker')
    .addOption(new Option('--from <time>', 'enqueued at this time or later').argParser(timeArgument))
    .addOption(new Option('--to <time>', 'enqueued before this time').argParser(timeArgument))
    .addHelpText('after', '\nExample:\n  spool tasks --queue orders --state ENQUEUED --from -1h')
    .action(
      inSession((session, options: TaskListOptions) => {
        const { queue, state, phase, thread, type, worker, from, to } = options;
        const query = { queue, state, phase, threadId: thread, type, workerId: worker, from, to };
        return list(session, (paging) => session.client.tasks.list({ ...query, ...paging }), {
          columns: taskColumns,
          options,
        });
      }),
    );
};

const addLooking = (tasks: Command): void => {
  tasks
    .command('show <id>')
    .description('Show a task wherever it is, with its payload and its attempts')
    .action(inSession(async (session, id: string) => showTask(session, await session.client.tasks.get(id))));
  tasks
    .command('explain <id>')
    .description('Say why a task is not running, from the nearest cause to the root')
    .action(
      inSession(async ({ client, output }, id: string) => {
        const explanation = await client.tasks.explain(id);
        if (output.isJson) return await output.document(explanation);
        const { state, phase, causes, next } = explanation;
        await output.facts([
          ['task', id],
          ['state', phase === null ? state : `${state}, ${phase}`],
          ...causes.map((cause, index) => [index === 0 ? 'because' : 'since', causeWords(cause)] as const),
          ['it runs', nextWords(next)],
        ]);
      }),
    );
};

const addChanging = (tasks: Command): void => {
  tasks
    .command('reschedule <id> <time>')
    .description('Give an ENQUEUED task another time: ISO 8601, now, or from now, such as +10m')
    .action(
      inSession(async ({ client, output }, id: string, time: string) => {
        const task = await client.tasks.reschedule(id, timeArgument(time));
        await output.answer(task, `Task ${id} is scheduled for ${timeWord(task.scheduledAt)}.`);
      }),
    );
  tasks
    .command('delete <ids...>')
    .description('Delete tasks in any state, 1,000 at most; the next of their threads are promoted')
    .option('-y, --yes', 'do not ask')
    .action(
      inSession(async (session, ids: readonly string[], options: ConfirmOptions) => {
        await confirm(session.signal, `Delete ${countWord(ids.length, 'task')} for good?`, options);
        const { results } = await session.client.tasks.deleteBatch(ids);
        await tellResults(session, results, 'deleted');
      }),
    );
};

/** `spool tasks …` */
export const addTasks = (program: Command): void => {
  const tasks = program.command('tasks').alias('task').description('Look at tasks, move and delete them');
  addList(tasks);
  addLooking(tasks);
  addChanging(tasks);
};
