import { Command } from 'commander';
import { addAudit } from './commands/audit.js';
import { addCompletion } from './commands/completion.js';
import { addDead } from './commands/dead.js';
import { addEnqueue } from './commands/enqueue.js';
import { addInstallation } from './commands/installation.js';
import { addKeys } from './commands/keys.js';
import { addOperations } from './commands/operations.js';
import { addOperators } from './commands/operators.js';
import { addQueues } from './commands/queues.js';
import { addTail } from './commands/tail.js';
import { addTasks } from './commands/tasks.js';
import { addThreads } from './commands/threads.js';
import { addWorkers } from './commands/workers.js';
import { exitCodes } from './session/exit-codes.js';

const surroundings = `
Environment:
  SPOOL_URL       the address of Spool, instead of --url
  SPOOL_API_KEY   the key to call it with, instead of --api-key-file
  NO_COLOR        no colours
  DATABASE_URL    for check and migrate alone
In the folder of npm start nothing needs to be set: .data/first-credentials.json is found.
Times are shown in UTC.

Ends with:
  ${exitCodes.done} done, ${exitCodes.refused} refused, ${exitCodes.usage} wrong usage, ${exitCodes.unreachable} no answer, ${exitCodes.notAllowed} not allowed, ${exitCodes.interrupted} interrupted

Examples:
  spool queues
  spool enqueue orders '{"step":"charge"}' --thread customer-42
  spool tail orders
  spool dead restart --queue orders --error-type HTTP_503 --canary 5`;

/** The command line: every command with its options and its help. */
export const makeProgram = (): Command => {
  const program = new Command('spool')
    .description('Spool’s command line, for operators and scripts.')
    .option('--url <url>', 'the address of Spool (default: that of npm start here, or http://127.0.0.1:3000)')
    .option('--api-key-file <file>', 'a file with the API key')
    .option('--json', 'JSON for scripts instead of tables')
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('(spool --help tells more; so does --help after any command)')
    .exitOverride()
    .addHelpText('after', surroundings);
  for (const add of [
    addQueues,
    addEnqueue,
    addTail,
    addTasks,
    addThreads,
    addDead,
    addOperations,
    addWorkers,
    addKeys,
    addOperators,
    addAudit,
    addInstallation,
    addCompletion,
  ])
    add(program);
  return program;
};
