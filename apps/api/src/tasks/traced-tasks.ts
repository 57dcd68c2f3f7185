import type { IncomingHttpHeaders } from 'node:http';
import { traceparent, type NewTask } from '@spool/contracts';

/** Tasks to enqueue, in the trace of the request where they name none; a malformed header is no trace. */
export const inTraceOf = (headers: IncomingHttpHeaders, tasks: readonly NewTask[]): readonly NewTask[] => {
  if (headers['traceparent'] === undefined) return tasks;
  const header = traceparent.safeParse(headers['traceparent']);
  return header.success ? tasks.map((task) => ({ traceparent: header.data, ...task })) : tasks;
};
