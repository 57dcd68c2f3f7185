import { Injectable } from '@nestjs/common';
import type { NewOperator, Operator, OperatorPatch, Page } from '@spool/contracts';
import { FirstPassword } from '../first-start/first-password.js';
import type { Act } from '../platform/act.js';
import { requireEveryQueue } from '../platform/auth/authorize.js';
import { generatePassword, hashPassword } from '../platform/auth/passwords.js';
import { weaknessOf } from '../platform/auth/weak-passwords.js';
import type { Caller } from '../platform/caller.js';
import { pageOfRows, readCursor, writeCursor } from '../platform/cursor.js';
import { Database } from '../platform/database/database.js';
import { troubleOf } from '../platform/database/database-error.js';
import type { Sql } from '../platform/database/sql.js';
import { SpoolError, validationFailed } from '../platform/spool-error.js';
import { recordAct } from '../store/audit-log-store.js';
import {
  deleteOperator,
  findOperatorById,
  insertOperator,
  listOperators,
  lockOperators,
  storePassword,
  storeRights,
  type OperatorRecord,
} from '../store/operator-store.js';
import { deleteSessionsOf } from '../store/session-store.js';
import { operatorAnswer } from './operator-answer.js';
import { hasShrunk, patched, requireAdministrator } from './rights.js';

const cursorScope = { list: 'operators' };
const nameInCursor = { test: (value: string) => value.length > 0 };

const operatorNotFound = (id: string): SpoolError =>
  new SpoolError('not_found', `There is no operator ${id}.`);

/** What the audit log shows of an operator. */
const rightsOf = ({ username, role, queuePatterns, isEnabled }: OperatorRecord) => ({
  username,
  role,
  queues: queuePatterns,
  enabled: isEnabled,
});

/** Operators: made, changed, barred, removed. What they lose they lose on every replica with the answer. */
@Injectable()
export class OperatorsService {
  constructor(
    private readonly database: Database,
    private readonly firstPassword: FirstPassword,
  ) {}

  /** Operators by name. */
  async list(query: { limit: number; cursor?: string | undefined }, caller: Caller): Promise<Page<Operator>> {
    requireEveryQueue(caller);
    const after = readCursor(cursorScope, query.cursor, [nameInCursor])?.[0] ?? '';
    const rows = await this.database.read((sql) => listOperators(sql, after, query.limit + 1));
    return pageOfRows(rows, query.limit, operatorAnswer, ({ username }) =>
      writeCursor(cursorScope, [username]),
    );
  }

  /** An operator. Throws `not_found`. */
  async get(id: string, caller: Caller): Promise<Operator> {
    requireEveryQueue(caller);
    return operatorAnswer(await this.database.read((sql) => findAgain(sql, id)));
  }

  /** Makes an operator; a random password, where none was given, is in no other answer. Throws `conflict`, or `validation_failed` for a weak one. */
  async create(given: NewOperator, act: Act): Promise<{ operator: OperatorRecord; password: string | null }> {
    requireEveryQueue(act.caller);
    if (given.password !== undefined) await requireStrong(given.password, given.username);
    const password = given.password ?? generatePassword();
    const passwordHash = await hashPassword(password);
    const { username, role, queues: queuePatterns } = given;
    const operator = await this.database.write(async (sql) => {
      const id = await insertNew(sql, { username, role, queuePatterns, passwordHash, identity: null });
      const made = await findAgain(sql, id);
      recordAct(sql, act, { target: { type: 'operator', id }, after: rightsOf(made) });
      return made;
    });
    return { operator, password: given.password === undefined ? password : null };
  }

  /**
   * Changes an operator; its sessions end where it may do less than before, and where its password changes. Throws
   * `not_found`, `validation_failed` for a weak password, or `conflict` where nobody could manage operators any more.
   */
  async update(id: string, patch: OperatorPatch, act: Act): Promise<Operator> {
    requireEveryQueue(act.caller);
    const passwordHash = patch.password === undefined ? null : await this.hashChosen(patch.password, id);
    const operator = await this.database.write(async (sql) => {
      const all = await lockOperators(sql);
      const before = findIn(all, id);
      const after = patched(before, patch);
      requireAdministrator(all, id, after);
      if (passwordHash !== null) await replacePassword(sql, before, passwordHash);
      await storeRights(sql, after);
      if (passwordHash !== null || hasShrunk(before, after)) await deleteSessionsOf(sql, before.username);
      recordAct(sql, act, {
        target: { type: 'operator', id },
        before: rightsOf(before),
        after: { ...rightsOf(after), ...(passwordHash === null ? {} : { passwordChanged: true }) },
      });
      return after;
    });
    await this.firstPassword.forgetIfChanged();
    return operatorAnswer(operator);
  }

  private async hashChosen(password: string, id: string): Promise<string> {
    const { username } = await this.database.read((sql) => findAgain(sql, id));
    await requireStrong(password, username);
    return await hashPassword(password);
  }

  /** Removes an operator and ends its sessions. Throws `not_found`, or `conflict` for the last administrator. */
  async delete(id: string, act: Act): Promise<void> {
    requireEveryQueue(act.caller);
    await this.database.write(async (sql) => {
      const all = await lockOperators(sql);
      const before = findIn(all, id);
      requireAdministrator(all, id, null);
      await deleteOperator(sql, id);
      await deleteSessionsOf(sql, before.username);
      recordAct(sql, act, { target: { type: 'operator', id }, before: rightsOf(before) });
    });
    await this.firstPassword.forgetIfChanged();
  }
}

const requireStrong = async (password: string, username: string): Promise<void> => {
  const message = await weaknessOf(password, username);
  if (message !== null) throw validationFailed([{ path: '/password', message }]);
};

const findAgain = async (sql: Sql, id: string): Promise<OperatorRecord> => {
  const operator = await findOperatorById(sql, id);
  if (operator === null) throw operatorNotFound(id);
  return operator;
};

const findIn = (all: readonly OperatorRecord[], id: string): OperatorRecord => {
  const operator = all.find((one) => one.id === id);
  if (operator === undefined) throw operatorNotFound(id);
  return operator;
};

const insertNew = async (sql: Sql, operator: Parameters<typeof insertOperator>[1]): Promise<string> => {
  try {
    return await insertOperator(sql, operator);
  } catch (error) {
    if (troubleOf(error) !== 'duplicate-key') throw error;
    throw new SpoolError('conflict', `There is an operator "${operator.username}" already.`);
  }
};

const replacePassword = async (sql: Sql, { id, identity }: OperatorRecord, hash: string): Promise<void> => {
  if (identity !== null) {
    throw new SpoolError('conflict', 'This operator signs in with OpenID Connect: it has no password here.');
  }
  await storePassword(sql, id, hash);
};
