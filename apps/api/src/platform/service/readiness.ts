import { Injectable } from '@nestjs/common';
import { migrations } from '../../store/migrations/index.js';
import { UrgentDatabase } from '../database/urgent-database.js';
import { Shutdown } from '../shutdown.js';
import { within } from '../within.js';

/** Whether the service can do its work, and what is wrong if not. */
export interface ReadinessReport {
  readonly status: 'ok' | 'unavailable';
  readonly checks: Record<string, string>;
}

const databaseTimeoutMs = 2_000;
const selectMigrations = 'SELECT name FROM migrations';

/** Looks whether the database answers and knows every migration. */
@Injectable()
export class Readiness {
  constructor(
    private readonly database: UrgentDatabase,
    private readonly shutdown: Shutdown,
  ) {}

  /** Checks now; never throws. */
  async check(): Promise<ReadinessReport> {
    if (this.shutdown.leaving.aborted) return { status: 'unavailable', checks: { service: 'is stopping' } };
    let known: ReadonlySet<string>;
    try {
      known = await within(this.readMigrations(), databaseTimeoutMs);
    } catch {
      return { status: 'unavailable', checks: { database: 'cannot be reached' } };
    }
    const missing = migrations.map((migration) => new migration().name).filter((name) => !known.has(name));
    if (missing.length > 0) {
      return {
        status: 'unavailable',
        checks: { database: 'ok', migrations: `missing: ${missing.join(', ')}` },
      };
    }
    return { status: 'ok', checks: { database: 'ok', migrations: 'ok' } };
  }

  private async readMigrations(): Promise<ReadonlySet<string>> {
    const rows = await this.database.read((sql) => sql.rows<{ name: string }>(selectMigrations));
    return new Set(rows.map((row) => row.name));
  }
}
