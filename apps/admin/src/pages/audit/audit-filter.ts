import { auditAction, type AuditAction } from '@spool/contracts';
import type { AuditFilter } from '../../api/audit.js';
import type { AuditSearch } from '../../routes/search.js';

const decimals = /^[0-9]{1,19}$/;
const textOrNone = (text: string | undefined): string | undefined =>
  text === undefined || text.trim() === '' ? undefined : text.trim();

/** Whoever types a number means a task. */
const targetOf = (text: string): string => (decimals.test(text) ? `task:${text}` : text);

const timeOf = (text: string | undefined): string | undefined =>
  text !== undefined && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : undefined;

/** An action by its name; undefined for what is none. */
const actionOf = (text: string | undefined): AuditAction | undefined => auditAction.safeParse(text).data;

/** The filter of the address, as the API takes it. */
export const filterOf = ({ actor, action, target, from, to }: AuditSearch): AuditFilter => {
  const targetText = textOrNone(target);
  return {
    actor: textOrNone(actor),
    action: actionOf(action),
    target: targetText === undefined ? undefined : targetOf(targetText),
    from: timeOf(from),
    to: timeOf(to),
  };
};
