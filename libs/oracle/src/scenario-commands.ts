import type { Command, Failure, LeaseProof, NewTask } from './commands.js';

const defaultQueue = 'q';

/** The value after a word: `at 5` in `enqueue T at 5`. */
function valueAfter(text: string, word: string): string | undefined {
  return new RegExp(`\\b${word} (\\S+)`).exec(text)?.[1];
}

function numberAfter<Name extends string>(
  text: string,
  word: string,
  name: Name,
): { [Key in Name]?: number } {
  const value = valueAfter(text, word);
  const named: { [Key in Name]?: number } = {};
  return value === undefined ? named : { ...named, [name]: Number(value) };
}

function proofs(text: string): LeaseProof[] {
  return [...text.matchAll(/(\d+)#(\d+)/g)].map((found) => ({
    id: Number(found[1]),
    token: Number(found[2]),
  }));
}

function ids(text: string): number[] {
  return [...text.replace(/\bat \d+/, '').matchAll(/\d+/g)].map((found) => Number(found[0]));
}

function newTasks(text: string): NewTask[] {
  const queue = valueAfter(text, 'into') ?? defaultQueue;
  const times = numberAfter(text, 'at', 'scheduledAtMs');
  const attempts = numberAfter(text, 'attempts', 'maxAttempts');
  const [, threads = ''] = /^enqueue (\S+)/.exec(text) ?? [];
  return threads
    .split(',')
    .map((name) => ({ queue, threadId: name === '-' ? null : name, ...times, ...attempts }));
}

function failures(text: string): Failure[] {
  const after = numberAfter(text, 'after', 'retryAfterMs');
  return proofs(text).map((proof) => ({ ...proof, ...after, retryable: !text.includes('for good') }));
}

/**
 * Reads one command of a scenario table, for the queue `q` unless it names another:
 * `enqueue T,T,- at 5 attempts 3 into r`, `dequeue 10 from r`, `complete 1#1 2#2`, `fail 1#1 after 60000`,
 * `fail 1#1 for good`, `release 1#1 after 5`, `undo 1#1`, `keepalive 1#1`, `lapse`, `delete 1 2`,
 * `reschedule 1 to 5`, `restart 1 at 9`, `pause r`, `resume r`. A proof is `id#token`.
 */
export function parseCommand(text: string): Command {
  const [kind = '', argument = defaultQueue] = text.split(' ');
  switch (kind) {
    case 'enqueue':
      return { kind, tasks: newTasks(text) };
    case 'dequeue': {
      const max = Number(/^dequeue (\d+)/.exec(text)?.[1] ?? 1);
      return { kind, queue: valueAfter(text, 'from') ?? defaultQueue, max, workerId: 'worker' };
    }
    case 'complete':
    case 'undo':
    case 'keepalive':
      return { kind, items: proofs(text) };
    case 'fail':
      return { kind, items: failures(text) };
    case 'release':
      return {
        kind,
        items: proofs(text).map((proof) => ({ ...proof, ...numberAfter(text, 'after', 'delayMs') })),
      };
    case 'lapse':
      return { kind };
    case 'delete':
      return { kind, ids: ids(text) };
    case 'restart':
      return { kind, ids: ids(text), ...numberAfter(text, 'at', 'scheduledAtMs') };
    case 'reschedule':
      return { kind, id: Number(argument), scheduledAtMs: Number(valueAfter(text, 'to')) };
    case 'pause':
    case 'resume':
      return { kind, queue: argument };
    default:
      throw new Error(`No command reads like this: ${text}`);
  }
}
