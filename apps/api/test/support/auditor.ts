import { expect } from '@jest/globals';
import { audit, type AuditOptions } from '../../src/auditor/auditor.js';
import type { Database } from '../../src/platform/database/database.js';

/** Fails the test unless the auditor finds nothing. */
export const expectCleanAudit = async (
  installation: { readonly database: Database },
  knowledge: Pick<AuditOptions, 'acceptedIds' | 'deletedIds'> = {},
): Promise<void> => {
  expect(await audit(installation.database, knowledge)).toEqual([]);
};
