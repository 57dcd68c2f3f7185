import type { AuditAction, ChangingRoute } from '@spool/contracts';
import type { FastifyRequest } from 'fastify';
import { systemCaller, type Caller } from './caller.js';

/** One call that changes something, as the audit log remembers it: what, by whom, and in which request. */
export interface Act {
  readonly action: AuditAction;
  readonly caller: Caller;
  readonly requestId: string | null;
  readonly address: string | null;
  /** Whether the log remembers it. What services do with their keys all day long is not written down. */
  readonly isAudited: boolean;
}

/** Whatever an operator does is remembered, and whatever needs a right to intervene or to configure. */
const isAudited = ({ permission }: ChangingRoute, { actor }: Caller): boolean =>
  actor.type === 'operator' ||
  typeof permission === 'string' ||
  permission.some((one) => one === 'operate' || one === 'admin');

/** A caller's call of a route as an act. */
export const actOf = (route: ChangingRoute, caller: Caller, request: FastifyRequest): Act => ({
  action: route.action,
  caller,
  requestId: request.id,
  address: request.ip,
  isAudited: isAudited(route, caller),
});

/** What the service does by itself. */
export const actOfSystem = (action: AuditAction): Act => ({
  action,
  caller: systemCaller,
  requestId: null,
  address: null,
  isAudited: true,
});
