import type { FastifyRequest } from 'fastify';
import type { Act } from '../platform/act.js';

/** Who knocks, and from where. */
export interface Visitor {
  readonly address: string;
  readonly userAgent: string | null;
  readonly requestId: string;
}

/** Who makes a request that signs in. */
export const visitorOf = ({ ip, headers, id }: FastifyRequest): Visitor => ({
  address: ip,
  userAgent: headers['user-agent'] ?? null,
  requestId: id,
});

/** What a visitor did, as the audit log remembers it. */
export const actOfVisitor = (
  action: Act['action'],
  caller: Act['caller'],
  { address, requestId }: Visitor,
): Act => ({ action, caller, address, requestId, isAudited: true });
