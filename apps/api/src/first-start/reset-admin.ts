import * as contracts from '@spool/contracts';
import { actOfSystem } from '../platform/act.js';
import { generatePassword, hashPassword } from '../platform/auth/passwords.js';
import { ConfigError } from '../platform/config/config.js';
import type { Database } from '../platform/database/database.js';
import type { Sql } from '../platform/database/sql.js';
import { recordAct } from '../store/audit-log-store.js';
import { findOperator, insertOperator, storePassword, storeRights } from '../store/operator-store.js';
import { deleteSessionsOf } from '../store/session-store.js';

const rights = { role: 'admin', queuePatterns: ['*'] } as const;

const requireName = (username: string): void => {
  const [flaw] = contracts.username.safeParse(username).error?.issues ?? [];
  if (flaw !== undefined) throw new ConfigError(`Nobody can be named so: ${flaw.message}`);
};

const makeAdministrator = async (sql: Sql, username: string, passwordHash: string): Promise<string> => {
  const operator = await findOperator(sql, username);
  if (operator === null) {
    requireName(username);
    return await insertOperator(sql, { ...rights, username, passwordHash, identity: null });
  }
  if (operator.identity !== null)
    throw new ConfigError(
      `"${username}" signs in with OpenID Connect and has no password here: name another.`,
    );
  await storeRights(sql, { ...operator, ...rights, isEnabled: true });
  await storePassword(sql, operator.id, passwordHash);
  return operator.id;
};

/**
 * The way back in for whoever has the database: makes an operator an enabled administrator of every queue with a new
 * random password, which it returns, and ends its sessions. The audit log remembers it. Throws a ConfigError for an
 * operator of OpenID Connect, and for a new one that cannot be named so.
 */
export const resetAdmin = async (database: Database, username: string): Promise<string> => {
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  await database.write(async (sql) => {
    const id = await makeAdministrator(sql, username, passwordHash);
    await deleteSessionsOf(sql, username);
    recordAct(sql, actOfSystem('operator.update'), {
      target: { type: 'operator', id },
      reason: 'reset-admin.js, with access to the database',
      after: {
        username,
        role: rights.role,
        queues: rights.queuePatterns,
        enabled: true,
        passwordChanged: true,
      },
    });
  });
  return password;
};
