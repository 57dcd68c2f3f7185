import { Injectable } from '@nestjs/common';
import { readSchema, type Schema } from '../../store/schema-store.js';
import { UrgentDatabase } from '../database/urgent-database.js';
import { Shutdown } from '../shutdown.js';
import { within } from '../within.js';

/** Whether the service can do its work, and what is wrong if not. */
export interface ReadinessReport {
  readonly status: 'ok' | 'unavailable';
  readonly checks: Record<string, string>;
}

const databaseTimeoutMs = 2_000;

const unavailable = (migrations: string): ReadinessReport => ({
  status: 'unavailable',
  checks: { database: 'ok', migrations },
});

const reportOf = ({ missing, newer, isTooNew }: Schema): ReadinessReport => {
  if (isTooNew) return unavailable(`the schema is too new for this replica: ${newer.join(', ')}`);
  if (missing.length > 0) return unavailable(`missing: ${missing.join(', ')}`);
  return {
    status: 'ok',
    checks: { database: 'ok', migrations: newer.length === 0 ? 'ok' : `newer: ${newer.join(', ')}` },
  };
};

/** Looks whether the database answers and has the schema that this replica needs. */
@Injectable()
export class Readiness {
  private looking: ReturnType<typeof readSchema> | null = null;

  constructor(
    private readonly database: UrgentDatabase,
    private readonly shutdown: Shutdown,
  ) {}

  /** Checks now; never throws. */
  async check(): Promise<ReadinessReport> {
    if (this.shutdown.leaving.aborted) return { status: 'unavailable', checks: { service: 'is stopping' } };
    try {
      return reportOf(await within(this.look(), databaseTimeoutMs));
    } catch {
      return { status: 'unavailable', checks: { database: 'cannot be reached' } };
    }
  }

  /** One look at a time serves all who ask: anybody may, and the connections are those of credentials and keepalives. */
  private look(): ReturnType<typeof readSchema> {
    this.looking ??= this.database.read(readSchema).finally(() => {
      this.looking = null;
    });
    return this.looking;
  }
}
