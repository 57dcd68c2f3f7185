import type { ChangingRoute, OwnSession, routes } from '@spool/contracts';
import type { Call } from '@spool/test-bed/caller.js';
import { freshName } from './fresh-names.js';
import { makeDead, OperationCalls } from './operation-calls.js';
import { makeOperator, operatorPassword, signInNew } from './operators.js';
import { callerForQueues } from './queue-keys.js';
import type { TestSpool } from './spool.js';
import { TaskCalls } from './task-calls.js';

type Routes = typeof routes;

/** Signing in at a provider takes one: what the log remembers of it is tested beside that. */
type AtProvider = 'beginProviderSignIn' | 'finishProviderSignIn';

/** The names of the routes that change something. */
export type ChangingRouteName = Exclude<
  { [Name in keyof Routes]: Routes[Name] extends ChangingRoute ? Name : never }[keyof Routes],
  AtProvider
>;

/** A call that has an effect when it is made, and makes it once. */
export interface PreparedCall {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Whose session makes it, where it is not anybody’s. */
  readonly as?: Call;
}

const longLease = { keepaliveTimeoutMs: 600_000 };

/** Puts things in place so that calls have something to change. */
class Preparation {
  readonly tasks = new TaskCalls(this.spool.call);
  readonly operations = new OperationCalls(this.spool.call);

  constructor(readonly spool: TestSpool) {}

  async queue(): Promise<string> {
    const queue = freshName('audited');
    await this.tasks.putQueue(queue, longLease);
    return queue;
  }

  async task() {
    return await this.tasks.enqueue(await this.queue());
  }

  async held() {
    const { queue } = await this.task();
    const { id, leaseToken } = await this.tasks.takeOne(queue);
    return { queue, id, leaseToken };
  }

  async dead(): Promise<string> {
    const [id = ''] = await makeDead(this.tasks, await this.queue(), [{}]);
    return id;
  }

  async group(): Promise<string> {
    const queue = await this.queue();
    await makeDead(this.tasks, queue, [{}]);
    return (await this.tasks.deadGroups(queue))[0]?.group ?? '';
  }

  /** An operation that goes on for minutes. */
  async operation(): Promise<string> {
    const queue = await this.queue();
    await makeDead(
      this.tasks,
      queue,
      Array.from({ length: 200 }, () => ({})),
    );
    return (await this.operations.create({ action: 'restart', filter: { queue }, ratePerSecond: 1 })).id;
  }

  async apiKey(): Promise<string> {
    await callerForQueues(this.spool, ['*'], ['read']);
    const { body } = await this.spool.call<{ items: { id: string }[] }>('GET', '/v1/api-keys?limit=1');
    return body.items[0]?.id ?? '';
  }
}

const error = { message: 'broken' };
const oneItem = ({ id, leaseToken }: { id: string; leaseToken: string }, said: object = {}) => ({
  items: [{ id, leaseToken, ...said }],
});

/** One for each changing call of the API: a new one cannot be forgotten, for the types would not fit. */
const preparations: Readonly<Record<ChangingRouteName, (given: Preparation) => Promise<PreparedCall>>> = {
  putQueue: async () => ({ params: { queue: freshName('audited') }, body: {} }),
  patchQueue: async (given) => ({ params: { queue: await given.queue() }, body: { maxAttempts: 2 } }),
  pauseQueue: async (given) => ({ params: { queue: await given.queue() }, body: { reason: 'repairs' } }),
  resumeQueue: async (given) => ({ params: { queue: await given.queue() } }),
  deleteQueue: async (given) => ({ params: { queue: await given.queue() } }),
  enqueueTask: async (given) => ({ params: { queue: await given.queue() }, body: { payload: 1 } }),
  enqueueBatch: async (given) => ({
    params: { queue: await given.queue() },
    body: { tasks: [{ payload: 1 }, { payload: 2 }] },
  }),
  rescheduleTask: async (given) => ({
    params: { id: (await given.task()).id },
    body: { scheduledAt: '2100-01-01T00:00:00Z' },
  }),
  deleteTask: async (given) => ({ params: { id: (await given.task()).id } }),
  deleteTasks: async (given) => ({ body: { ids: [(await given.task()).id, await given.dead()] } }),
  dequeue: async (given) => ({ params: { queue: (await given.task()).queue }, body: { workerId: 'w' } }),
  exchange: async (given) => {
    const held = await given.held();
    return { params: { queue: held.queue }, body: { complete: oneItem(held).items } };
  },
  keepaliveTasks: async (given) => ({ body: oneItem(await given.held()) }),
  completeTasks: async (given) => ({ body: oneItem(await given.held()) }),
  failTasks: async (given) => ({ body: oneItem(await given.held(), { error }) }),
  releaseTasks: async (given) => ({ body: oneItem(await given.held()) }),
  keepaliveTask: async (given) => ofOne(await given.held()),
  completeTask: async (given) => ofOne(await given.held()),
  failTask: async (given) => ofOne(await given.held(), { error }),
  releaseTask: async (given) => ofOne(await given.held()),
  updateDeadTaskGroup: async (given) => ({
    params: { group: await given.group() },
    body: { status: 'resolved', note: 'Fixed in 2.1' },
  }),
  restartDeadTasks: async (given) => ({
    body: { ids: [await given.dead()], payload: { secret: 'payload' } },
  }),
  deleteDeadTasks: async (given) => ({ body: { ids: [await given.dead(), await given.dead()] } }),
  createOperation: async (given) => {
    const { queue } = await given.tasks.task(await given.dead());
    return { body: { action: 'restart', filter: { queue }, reason: 'repaired' } };
  },
  pauseOperation: async (given) => ({ params: { id: await given.operation() } }),
  resumeOperation: async (given) => {
    const id = await given.operation();
    await given.operations.command(id, 'pause');
    return { params: { id } };
  },
  cancelOperation: async (given) => ({ params: { id: await given.operation() } }),
  undoOperation: async (given) => ({ params: { id: await given.operation() } }),
  signIn: async (given) => {
    const { username } = await makeOperator(given.spool);
    return { body: { username, password: operatorPassword }, as: given.spool.callAnonymously };
  },
  signOut: async (given) => ({ as: (await signInNew(given.spool)).call }),
  signOutAtProvider: async (given) => ({ as: (await signInNew(given.spool)).call }),
  changePassword: async (given) => ({
    as: (await signInNew(given.spool)).call,
    body: { currentPassword: operatorPassword, newPassword: 'another long password' },
  }),
  endSession: async (given) => {
    const { call } = await signInNew(given.spool);
    const { body } = await call<{ items: OwnSession[] }>('GET', '/v1/sessions');
    return { as: call, params: { id: body.items[0]?.id ?? '' } };
  },
  createApiKey: async () => ({ body: { name: 'a service', scopes: ['read'] } }),
  rotateApiKey: async (given) => ({ params: { id: await given.apiKey() }, body: {} }),
  deleteApiKey: async (given) => ({ params: { id: await given.apiKey() } }),
  createOperator: async () => ({ body: { username: freshName('ann'), role: 'viewer' } }),
  updateOperator: async (given) => ({
    params: { id: (await makeOperator(given.spool)).id },
    body: { role: 'operator', password: 'another long password' },
  }),
  deleteOperator: async (given) => ({ params: { id: (await makeOperator(given.spool)).id } }),
};

const ofOne = ({ id, leaseToken }: { id: string; leaseToken: string }, said: object = {}): PreparedCall => ({
  params: { id },
  body: { leaseToken, ...said },
});

/** Prepares a call of every route that changes something, each with something of its own to change. */
export const prepareChangingCalls = async (spool: TestSpool): Promise<[string, PreparedCall][]> => {
  const given = new Preparation(spool);
  const prepared: [string, PreparedCall][] = [];
  for (const [name, prepare] of Object.entries(preparations)) prepared.push([name, await prepare(given)]);
  return prepared;
};
