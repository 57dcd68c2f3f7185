import { Injectable } from '@nestjs/common';
import { routes } from '@spool/contracts';
import type { FastifyRequest } from 'fastify';
import { AccessControl } from '../platform/auth/access-control.js';
import { authorize } from '../platform/auth/authorize.js';
import type { Caller } from '../platform/caller.js';

/** Tells who may still listen. */
@Injectable()
export class StreamAccess {
  constructor(private readonly access: AccessControl) {}

  /** The callers of requests that are open, by now; null for those who may not listen any more. Each credential is looked up once. */
  async callersOf(requests: Iterable<FastifyRequest>): Promise<Map<FastifyRequest, Caller | null>> {
    const byCredential = new Map<string, Caller | null>();
    const callers = new Map<FastifyRequest, Caller | null>();
    for (const request of requests) {
      const { authorization, cookie } = request.headers;
      const credential = JSON.stringify([authorization, cookie]);
      const known = byCredential.get(credential);
      const caller = known === undefined ? await this.callerOf(request) : known;
      byCredential.set(credential, caller);
      callers.set(request, caller);
    }
    return callers;
  }

  private async callerOf(request: FastifyRequest): Promise<Caller | null> {
    const caller = await this.access.authenticateAgain(request);
    return caller !== null && mayListen(caller) ? caller : null;
  }
}

const mayListen = (caller: Caller): boolean => {
  try {
    authorize(routes.streamEvents, caller, {});
    return true;
  } catch {
    return false;
  }
};
