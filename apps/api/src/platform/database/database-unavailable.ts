import { SpoolError } from '../spool-error.js';

/** No connection could be had; the database was not asked. */
export class DatabaseUnavailable extends SpoolError {
  override readonly name = 'DatabaseUnavailable';

  constructor(detail: string) {
    super('unavailable', detail, { retryAfterSeconds: 1 });
  }
}
