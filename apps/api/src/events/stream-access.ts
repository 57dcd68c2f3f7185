import { Inject, Injectable } from '@nestjs/common';
import { routes } from '@spool/contracts';
import type { FastifyRequest } from 'fastify';
import { authorize } from '../platform/auth/authorize.js';
import { PresentCallers } from '../platform/auth/present-callers.js';
import type { Caller } from '../platform/caller.js';

/** Tells who may still listen. */
@Injectable()
export class StreamAccess {
  constructor(@Inject(PresentCallers) private readonly present: Pick<PresentCallers, 'of'>) {}

  /** The callers of requests that are open, as of now: one look for all; null for those who may not listen any more. */
  async callersOf(requests: Iterable<FastifyRequest>): Promise<Map<FastifyRequest, Caller | null>> {
    const asked = [...requests];
    const callers = await this.present.of(asked);
    return new Map(
      asked.map((request, index) => {
        const caller = callers[index] ?? null;
        return [request, caller !== null && mayListen(caller) ? caller : null];
      }),
    );
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
