import { Injectable } from '@nestjs/common';

/** Says when the service is asked to stop: long polls answer at once, jobs begin nothing new. */
@Injectable()
export class Shutdown {
  private readonly controller = new AbortController();

  /** Fires when the stop begins. */
  readonly signal: AbortSignal = this.controller.signal;

  /** Begins the stop. */
  begin(): void {
    this.controller.abort();
  }
}
