import { Injectable } from '@nestjs/common';

/**
 * Says when the service is asked to stop, in two steps: first it is leaving, which readiness tells load balancers while
 * every request is still served, then it stops.
 */
@Injectable()
export class Shutdown {
  private readonly leavingController = new AbortController();
  private readonly controller = new AbortController();

  /** Fires first: readiness says 503, long polls answer at once, answers ask for their connection to be closed. */
  readonly leaving: AbortSignal = this.leavingController.signal;

  /** Fires when the stop begins: nothing new is taken, streams end, jobs begin nothing new. */
  readonly signal: AbortSignal = this.controller.signal;

  /** Begins to turn load balancers away. */
  leave(): void {
    this.leavingController.abort();
  }

  /** Begins the stop. */
  begin(): void {
    this.leave();
    this.controller.abort();
  }
}
