import { QueueLine } from '../../src/leases/queue-line.js';
import { QueueLines } from '../../src/leases/queue-lines.js';
import { Ticket } from '../../src/leases/ticket.js';
import { eventually } from './eventually.js';
import type { TestSibling } from './spool.js';

type Replica = Pick<TestSibling, 'application'>;

const linesOf = ({ application }: Replica): Map<unknown, unknown> => {
  const lines: unknown = Reflect.get(application.app.get(QueueLines), 'lines');
  if (!(lines instanceof Map)) throw new Error('The lines are kept elsewhere.');
  return lines;
};

const ticketsOf = (line: unknown): unknown[] => {
  const tickets: unknown = line instanceof QueueLine ? Reflect.get(line, 'tickets') : undefined;
  if (!(tickets instanceof Set)) throw new Error('The callers are kept elsewhere.');
  return [...tickets];
};

/** How many lines a replica keeps; none while nobody waits. */
export const countLines = (replica: Replica): number => linesOf(replica).size;

/** Waits until so many callers have looked for work in a queue, found none, and wait for it. */
export const untilWaiting = async (replica: Replica, queue: string, callers = 1): Promise<void> => {
  await eventually(`${callers} callers who wait on ${queue}`, () => {
    const line = linesOf(replica).get(queue);
    if (line === undefined) return null;
    const waiting = ticketsOf(line).filter((ticket) => ticket instanceof Ticket && ticket.hasFoundNothing);
    return waiting.length === callers ? true : null;
  });
};
