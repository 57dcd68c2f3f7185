import { ApiKeys, Health, Workers } from './administration.js';
import { DeadTasks } from './dead-tasks.js';
import { Events } from './events.js';
import { Operations } from './operations.js';
import { Audit, Operators } from './operators.js';
import { Queues } from './queues.js';
import { CurrentSession, Sessions } from './sessions.js';
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
  readonly session: CurrentSession;
  readonly sessions: Sessions;
  readonly apiKeys: ApiKeys;
  readonly operators: Operators;
  readonly audit: Audit;
  readonly workers: Workers;
  readonly statistics: Statistics;
  readonly events: Events;
  readonly health: Health;

  constructor(options: SpoolClientOptions) {
    const transport = new Transport(options);
    this.queues = new Queues(transport);
    this.tasks = new Tasks(transport);
    this.threads = new Threads(transport);
    this.deadTasks = new DeadTasks(transport);
    this.operations = new Operations(transport);
    this.session = new CurrentSession(transport);
    this.sessions = new Sessions(transport);
    this.apiKeys = new ApiKeys(transport);
    this.operators = new Operators(transport);
    this.audit = new Audit(transport);
    this.workers = new Workers(transport);
    this.statistics = new Statistics(transport);
    this.events = new Events(transport);
    this.health = new Health(transport);
  }
}
