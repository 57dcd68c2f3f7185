import type { Database } from '../platform/database/database.js';
import type { Sql } from '../platform/database/sql.js';
import {
  findContradictions,
  findPage,
  readInstant,
  readPlaces,
  type AuditPage,
} from '../store/auditor/audit-store.js';
import { auditWalks } from '../store/auditor/audit-walks.js';
import { sumChecks } from '../store/auditor/sum-checks.js';

/** What somebody knows beside the rows, and how they are looked at. */
export interface AuditOptions {
  /** Every id that the service has accepted, restarted and forwarded tasks' new ids among them. */
  readonly acceptedIds?: Iterable<string>;
  /** Those of them that are gone: deleted, or past their retention. */
  readonly deletedIds?: Iterable<string>;
  /** About how many rows are looked at together; 20,000 unless told otherwise. */
  readonly rowsAtOnce?: number;
  /** Hears of each page that was looked at: of what, and how many rows. */
  readonly onPage?: (walk: string, rows: number) => void;
}

const sentencesACheck = 20;
const usualRowsAtOnce = 20_000;

/** Looks at every row of one instant; what a check has found often enough it is not asked any more. */
class Audit {
  private readonly found = new Map<string, string[]>();

  constructor(
    private readonly sql: Sql,
    private readonly options: AuditOptions,
  ) {}

  async run(): Promise<string[]> {
    for (const walk of auditWalks) {
      for await (const page of this.pagesOf(walk)) {
        await this.ask(walk.checks, page);
        this.options.onPage?.(walk.name, page.rows);
      }
    }
    await this.ask(sumChecks, null);
    return [...this.found.values()].flat().concat(await this.findLost());
  }

  private async *pagesOf(walk: (typeof auditWalks)[number]): AsyncGenerator<AuditPage> {
    const { rowsAtOnce = usualRowsAtOnce } = this.options;
    let page = await findPage(this.sql, walk, walk.start, rowsAtOnce);
    while (page !== null) {
      yield page;
      page = await findPage(this.sql, walk, page.last, rowsAtOnce);
    }
  }

  /** Asked in one turn, the checks travel together. */
  private async ask(checks: readonly string[], page: AuditPage | null): Promise<void> {
    await Promise.all(
      checks.map(async (check) => {
        const sentences = this.found.get(check) ?? [];
        const room = sentencesACheck - sentences.length;
        if (room === 0) return;
        sentences.push(...(await findContradictions(this.sql, check, page, room)));
        this.found.set(check, sentences);
      }),
    );
  }

  /** Every accepted task is in exactly one place, unless it was deleted (R13). */
  private async findLost(): Promise<string[]> {
    const { acceptedIds = [], deletedIds = [] } = this.options;
    const deleted = new Set(deletedIds);
    const places = await readPlaces(this.sql, [...new Set([...acceptedIds, ...deleted])]);
    return [...places].flatMap(([id, found]) => {
      if (deleted.has(id))
        return found.length === 0 ? [] : [`Deleted, and yet ${found.join(' and ')}: task ${id}.`];
      return found.length === 0 ? [`Accepted, and nowhere to be found: task ${id}.`] : [];
    });
  }
}

/**
 * Looks at every row of an installation, as of one instant, and says what contradicts the semantics; nothing when all is
 * well. It takes no lock, so it may be asked while the installation works. Of each kind of contradiction it says the
 * first twenty.
 */
export const audit = (database: Database, options: AuditOptions = {}): Promise<readonly string[]> =>
  database.read((sql) => readInstant(sql, () => new Audit(sql, options).run()));
