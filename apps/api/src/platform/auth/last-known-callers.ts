import type { FastifyRequest } from 'fastify';
import type { Caller } from '../caller.js';
import { SpoolError, unavailable } from '../spool-error.js';
import { within } from '../within.js';
import type { AccessControl } from './access-control.js';
import { hashSecret } from './api-key-format.js';

/** How long a scrape waits for the database to say who makes it. */
const patienceMs = 400;
/** How long a caller is believed that the database can no longer be asked about. */
const believedMs = 3_600_000;
const mostCallers = 1_000;

const isRefusal = (error: unknown): boolean => error instanceof SpoolError && error.code !== 'unavailable';

/**
 * Who scrapes: as everywhere, but while the database cannot say who holds a key, it is whom the key stood for before. So
 * Prometheus goes on seeing a replica whose database is gone; nothing but a replica's own numbers is to be had then.
 */
export class LastKnownCallers {
  private readonly known = new Map<string, { readonly caller: Caller; readonly atMs: number }>();

  constructor(
    private readonly access: Pick<AccessControl, 'authenticate'>,
    private readonly readClockMs: () => number = () => performance.now(),
  ) {}

  /** The caller of a scrape. Throws what {@link AccessControl.authenticate} throws, or `unavailable` for one not known. */
  async authenticate(request: FastifyRequest): Promise<Caller> {
    const { authorization } = request.headers;
    if (authorization === undefined) return await this.access.authenticate(request);
    const hash = hashSecret(authorization).toString('hex');
    try {
      const caller = await within(this.access.authenticate(request), patienceMs);
      this.remember(hash, caller);
      return caller;
    } catch (error) {
      if (isRefusal(error)) {
        this.known.delete(hash);
        throw error;
      }
      const last = this.known.get(hash);
      if (last === undefined || this.readClockMs() - last.atMs > believedMs)
        throw unavailable('The database cannot say who makes this request: try again shortly.', error);
      return last.caller;
    }
  }

  private remember(hash: string, caller: Caller): void {
    this.known.delete(hash);
    this.known.set(hash, { caller, atMs: this.readClockMs() });
    const [oldest] = this.known.keys();
    if (this.known.size > mostCallers && oldest !== undefined) this.known.delete(oldest);
  }
}
