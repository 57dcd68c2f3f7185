import type { AuditActor, Permission } from '@spool/contracts';

/** Who makes a request, and what they may do: a key with its scopes, or a signed-in operator. */
export interface Caller {
  /** `key:<id>`, `operator:<username>` or `system`: who began an operation, and whose acts the audit log lists. */
  readonly name: string;
  readonly actor: AuditActor;
  readonly permissions: ReadonlySet<Permission>;
  /** Queue names in which `*` stands for any characters. */
  readonly queuePatterns: readonly string[];
}

/** The service itself, where it acts without being asked. */
export const systemCaller: Caller = {
  name: 'system',
  actor: { type: 'system', id: null, name: 'system' },
  permissions: new Set(),
  queuePatterns: ['*'],
};

/** Takes each part where it comes first: no regular expression, which could try every way to divide the name. */
const patternMatches = (pattern: string, name: string): boolean => {
  const [start = '', ...parts] = pattern.split('*');
  const end = parts.pop();
  if (end === undefined) return name === pattern;
  if (name.length < start.length + end.length || !name.startsWith(start) || !name.endsWith(end)) return false;
  const middle = name.slice(start.length, name.length - end.length);
  let from = 0;
  for (const part of parts) {
    const at = middle.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return true;
};

/** Whether a caller sees a queue at all; what it does not see answers as if it did not exist. */
export const coversQueue = (caller: Caller, queueName: string): boolean =>
  caller.queuePatterns.some((pattern) => patternMatches(pattern, queueName));

/** Whether a caller sees every queue, so that no filter is needed. */
export const coversEveryQueue = (caller: Caller): boolean => caller.queuePatterns.includes('*');
