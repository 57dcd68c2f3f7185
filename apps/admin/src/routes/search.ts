import { z } from 'zod';

/** A part of an address that is plain text, or absent. */
export const text = z.string().optional().catch(undefined);

/** A view of one task: the part of it that is open. */
const tab = z.enum(['error', 'payload', 'attempts', 'result', 'audit']).optional().catch(undefined);

/** The list of tasks: `q` is the filter as it is typed, `open` the row whose panel is open. */
export const tasksSearch = z.object({ q: text, open: text, tab });
/** What the list of tasks has in its address. */
export type TasksSearch = z.output<typeof tasksSearch>;

/** One task. */
export const taskSearch = z.object({ tab });
/** The parts of a task that can be open. */
export type TaskTab = NonNullable<z.output<typeof tab>>;

const deadTaskFilter = { queue: text, thread: text, type: text, error: text, group: text };

/** The DLQ, by error or task by task; `open` is the row whose panel is open. */
export const dlqSearch = z.object({
  ...deadTaskFilter,
  view: z.literal('tasks').optional().catch(undefined),
  open: text,
});
/** What the DLQ has in its address. */
export type DlqSearch = z.output<typeof dlqSearch>;

/** What a restart or deletion of many covers; `to` is the moment that it was planned at. */
export const planSearch = z.object({
  ...deadTaskFilter,
  action: z.enum(['restart', 'delete']).optional().catch(undefined),
  from: text,
  to: text,
});
/** What a plan has in its address. */
export type PlanSearch = z.output<typeof planSearch>;

/** An operation; `outcome` narrows its tasks. */
export const operationSearch = z.object({ outcome: text });

/** The parts of the settings. */
const settingsPart = z.enum(['account', 'operators', 'keys']);
/** The parts of the settings. */
export type SettingsPart = z.output<typeof settingsPart>;

/** The settings: `create` opens the form of a new key or operator, `open` the operator whose panel is open. */
export const settingsSearch = z.object({
  part: settingsPart.optional().catch(undefined),
  create: text,
  open: text,
});
/** What the settings have in their address. */
export type SettingsSearch = z.output<typeof settingsSearch>;

/** The audit log: its filter, and `open`, the entry whose panel is open. */
export const auditSearch = z.object({
  actor: text,
  action: text,
  target: text,
  from: text,
  to: text,
  open: text,
});
/** What the audit log has in its address. */
export type AuditSearch = z.output<typeof auditSearch>;

/** A thread; `runs` is the stretch of its history that is shown, in milliseconds. */
export const threadSearch = z.object({ threadId: z.string().catch(''), queue: text, runs: text });
/** What a thread has in its address. */
export type ThreadSearch = z.output<typeof threadSearch>;

/** The list of threads. */
export const threadsSearch = z.object({
  queue: text,
  prefix: text,
  sort: z.enum(['oldest', 'size']).optional().catch(undefined),
});
/** What the list of threads has in its address. */
export type ThreadsSearch = z.output<typeof threadsSearch>;
