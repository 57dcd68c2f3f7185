import { expect } from '@jest/globals';
import { Database } from '../../src/platform/database/database.js';
import type { Sql } from '../../src/platform/database/sql.js';
import { auditChecks } from './audit-checks.js';

/** What a test knows beside the rows. */
export interface AuditKnowledge {
  /** Every id that the service has accepted, restarted and forwarded tasks' new ids among them. */
  readonly acceptedIds?: Iterable<string>;
  /** Those of them that are gone: deleted, or past their retention. */
  readonly deletedIds?: Iterable<string>;
}

const sentencesACheck = 20;
const idsAtOnce = 10_000;
const selectPlaces = `
  SELECT id, 'live' AS place FROM tasks WHERE id IN (?) UNION ALL
  SELECT id, 'dead' AS place FROM dead_tasks WHERE id IN (?) UNION ALL
  SELECT id, 'finished' AS place FROM finished_tasks WHERE id IN (?)`;

const runChecks = async (sql: Sql): Promise<string[]> => {
  const sentences: string[] = [];
  for (const check of auditChecks) {
    const found = await sql.rows<{ sentence: Buffer | string }>(`${check} LIMIT ?`, [sentencesACheck]);
    sentences.push(...found.map(({ sentence }) => sentence.toString()));
  }
  return sentences;
};

const readPlaces = async (sql: Sql, ids: readonly string[]): Promise<Map<string, string[]>> => {
  const places = new Map<string, string[]>(ids.map((id) => [id, []]));
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    const some = ids.slice(from, from + idsAtOnce);
    const rows = await sql.rows<{ id: string; place: string }>(selectPlaces, [some, some, some]);
    for (const { id, place } of rows) places.get(id)?.push(place);
  }
  return places;
};

/** Every accepted task is in exactly one place, unless it was deleted (R13). */
const findLost = async (sql: Sql, knowledge: AuditKnowledge): Promise<string[]> => {
  const deleted = new Set(knowledge.deletedIds);
  const places = await readPlaces(sql, [...new Set([...(knowledge.acceptedIds ?? []), ...deleted])]);
  return [...places].flatMap(([id, found]) => {
    if (deleted.has(id))
      return found.length === 0 ? [] : [`Deleted, and yet ${found.join(' and ')}: task ${id}.`];
    return found.length === 0 ? [`Accepted, and nowhere to be found: task ${id}.`] : [];
  });
};

const auditSnapshot = async (sql: Sql, knowledge: AuditKnowledge): Promise<string[]> => [
  ...(await runChecks(sql)),
  ...(await findLost(sql, knowledge)),
];

/**
 * Looks at every row of an installation and says what contradicts the semantics; nothing when all is well. Given the
 * database, it looks at one instant, so that it may be asked while the installation works.
 */
export const audit = async (source: Database | Sql, knowledge: AuditKnowledge = {}): Promise<string[]> => {
  if (!(source instanceof Database)) return await auditSnapshot(source, knowledge);
  return await source.read(async (sql) => {
    await sql.change('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await sql.change('START TRANSACTION WITH CONSISTENT SNAPSHOT');
    try {
      return await auditSnapshot(sql, knowledge);
    } finally {
      await sql.change('ROLLBACK');
    }
  });
};

/** Fails the test unless the auditor finds nothing. */
export const expectCleanAudit = async (
  installation: { readonly database: Database },
  knowledge: AuditKnowledge = {},
): Promise<void> => {
  expect(await audit(installation.database, knowledge)).toEqual([]);
};
