import { ApiKeys, Health, Sessions, Workers } from './administration.js';
import { DeadTasks } from './dead-tasks.js';
import { Operations } from './operations.js';
import { Queues } from './queues.js';
import { Statistics } from './statistics.js';
import { Tasks } from './tasks.js';
import { Threads } from './threads.js';
import { Transport, type SpoolClientOptions } from './transport.js';

/**
 * The typed client of the REST API: a method for each call, grouped by noun.
 *
 * Inputs and answers are typed by the contract's schemas; answers are not validated at run time. A call that is
 * refused rejects with `SpoolProblem`; one without an answer with `SpoolTimeoutError` or `SpoolConnectionError`.
 * Calls that are safe to repeat are, see `retry` in the options. Works in Node 20 and later and in browsers.
 */
export class SpoolClient {
  readonly queues: Queues;
  readonly tasks: Tasks;
  readonly threads: Threads;
  readonly deadTasks: DeadTasks;
  readonly operations: Operations;
  readonly session: Sessions;
  readonly apiKeys: ApiKeys;
  readonly workers: Workers;
  readonly statistics: Statistics;
  readonly health: Health;

  constructor(options: SpoolClientOptions) {
    const transport = new Transport(options);
    this.queues = new Queues(transport);
    this.tasks = new Tasks(transport);
    this.threads = new Threads(transport);
    this.deadTasks = new DeadTasks(transport);
    this.operations = new Operations(transport);
    this.session = new Sessions(transport);
    this.apiKeys = new ApiKeys(transport);
    this.workers = new Workers(transport);
    this.statistics = new Statistics(transport);
    this.health = new Health(transport);
  }
}
