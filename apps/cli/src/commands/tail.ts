import { limits } from '@spool/contracts';
import { Option, type Command } from 'commander';
import { happenings, Sightings, type Happening, type Sighting } from '../follow/sightings.js';
import { inSession, type Session } from '../session/session.js';
import { cutText } from '../terminal/cut-text.js';
import { harmlessText } from '../terminal/harmless-text.js';
import { styled, type Style } from '../terminal/styles.js';

interface TailOptions {
  readonly thread?: string;
  readonly type?: string;
  readonly only?: Happening[];
}

const styles: Readonly<Partial<Record<Happening, Style>>> = {
  died: 'red',
  retrying: 'yellow',
  completed: 'green',
};
const longestHappening = Math.max(...happenings.map(({ length }) => length));

const lineOf = ({ at, what, task }: Sighting, columns: number | null): string => {
  const { id, queue, threadId, type, lease, error } = task;
  const words = [
    `task ${id} of ${queue}`,
    threadId === null ? '' : `thread ${threadId}`,
    type ?? '',
    lease === undefined ? '' : `at ${lease.workerId}`,
    error === undefined ? '' : `${error.type ?? ''} ${error.message}`.trim(),
  ].filter((word) => word !== '');
  const head = `${at.slice(11, 23)}  ${what.padEnd(longestHappening)}  `;
  const rest = harmlessText(words.join(', '));
  const cut = columns === null ? rest : cutText(rest, Math.max(1, columns - head.length));
  return `${styled(process.stdout, styles[what] ?? 'reset', head)}${cut}`;
};

const follow = async (session: Session, queue: string | undefined, options: TailOptions): Promise<void> => {
  const { client, output, signal } = session;
  const query = { queue, threadId: options.thread, type: options.type, limit: limits.listItems };
  const sightings = new Sightings();
  for await (const event of client.events.follow({ signal })) {
    const [tasks, deaths] = await Promise.all([
      client.tasks.list(query, { signal }),
      client.deadTasks.list(query, { signal }),
    ]);
    const seen = sightings.see(tasks.items, deaths.items, new Date().toISOString());
    if (event.kind === 'ready') output.note('Following. Ctrl-C ends it.');
    for (const sighting of seen) {
      if (options.only?.includes(sighting.what) === false) continue;
      if (output.isJson) await output.jsonLine(sighting);
      else await output.line(lineOf(sighting, output.columns));
    }
  }
};

/** `spool tail` */
export const addTail = (program: Command): void => {
  program
    .command('tail [queue]')
    .description('Follow what happens: every death, and all that happens to the newest 200 tasks')
    .option('--thread <id>', 'in this thread')
    .option('--type <type>', 'to tasks of this type')
    .addOption(new Option('--only <happenings...>', 'these alone').choices(happenings))
    .addHelpText(
      'after',
      '\nExample:\n  spool tail orders --only died retrying\n\nA task that changes twice within a second is told once, with --json as one JSON document a line.',
    )
    .action(
      inSession(async (session, queue: string | undefined, options: TailOptions) => {
        try {
          await follow(session, queue, options);
        } catch (error) {
          if (!session.signal.aborted) throw error;
        }
      }),
    );
};
