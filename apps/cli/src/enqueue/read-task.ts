import { newTask, type NewTaskInput } from '@spool/contracts';
import type { InputItem } from './input-items.js';

/** What options say of every task; what a task says of itself goes before it. */
export type TaskDefaults = Omit<NewTaskInput, 'payload'>;

/** How items are read. */
export interface Reading {
  /** Whether an item is a whole task, or a payload alone. */
  readonly isWholeTask: boolean;
  readonly defaults: TaskDefaults;
  /** Makes a dedup key of this and the item's number; null for none. */
  readonly dedupPrefix: string | null;
}

/** A task and where it stands, or what is wrong with it. */
export type ReadTask =
  | { readonly number: number; readonly task: NewTaskInput; readonly bytes: number }
  | { readonly number: number; readonly flaw: string };

const parse = (text: string): { readonly value: unknown } | { readonly flaw: string } => {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { flaw: `It is no JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
};

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads an item and checks it as the service does. */
export const readTask = ({ number, text }: InputItem, reading: Reading): ReadTask => {
  const parsed = parse(text);
  if ('flaw' in parsed) return { number, flaw: parsed.flaw };
  const { value } = parsed;
  if (reading.isWholeTask && !isObject(value))
    return { number, flaw: 'It is no task: an object with a payload. Leave --tasks out if it is a payload.' };
  const own = reading.isWholeTask && isObject(value) ? value : { payload: value };
  const dedup = reading.dedupPrefix === null ? {} : { dedupKey: `${reading.dedupPrefix}${number}` };
  const task = { ...reading.defaults, ...dedup, ...own };
  const checked = newTask.safeParse(task);
  // The schema has just said that it is one.
  if (checked.success) return { number, task: task as NewTaskInput, bytes: text.length };
  const [issue] = checked.error.issues;
  const path = (issue?.path ?? []).map((part) => `/${String(part)}`).join('');
  return { number, flaw: `${path === '' ? '' : `${path}: `}${issue?.message ?? 'It is no task.'}` };
};
