import { taskState } from '@spool/contracts';
import { z } from 'zod';

/** A part of an address that is plain text, or absent. */
export const text = z.string().optional().catch(undefined);

/** The list of tasks; `open` is the row whose panel is open. */
export const tasksSearch = z.object({
  queue: text,
  state: taskState.optional().catch(undefined),
  thread: text,
  open: text,
});
/** What the list of tasks has in its address. */
export type TasksSearch = z.output<typeof tasksSearch>;

/** The DLQ; `open` is the row whose panel is open. */
export const dlqSearch = z.object({ queue: text, thread: text, type: text, error: text, open: text });
/** What the DLQ has in its address. */
export type DlqSearch = z.output<typeof dlqSearch>;

/** The list of threads. */
export const threadsSearch = z.object({
  queue: text,
  prefix: text,
  sort: z.enum(['oldest', 'size']).optional().catch(undefined),
});
/** What the list of threads has in its address. */
export type ThreadsSearch = z.output<typeof threadsSearch>;
