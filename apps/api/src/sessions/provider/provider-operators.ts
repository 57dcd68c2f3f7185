import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Role } from '@spool/contracts';
import { operatorCaller, strangerCaller } from '../../platform/auth/roles.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { recordAct } from '../../store/audit-log-store.js';
import {
  findOperatorByIdentity,
  insertOperator,
  lockOperators,
  storeRights,
  type OperatorRecord,
} from '../../store/operator-store.js';
import { deleteSessionsOf } from '../../store/session-store.js';
import { actOfVisitor, type Visitor } from '../visitor.js';
import { cutName } from './claims.js';
import type { ProviderIdentity } from './identity-provider.js';

/** An identity whose groups have a role. */
export type AdmittedIdentity = ProviderIdentity & { readonly role: Role };

const isOf =
  ({ issuer, subject }: ProviderIdentity) =>
  ({ identity }: OperatorRecord): boolean =>
    identity?.issuer === issuer && identity.subject === subject;

const nameCharacters = 90;

/** The name, unless somebody else has it: names may be given twice at a provider, and beside local accounts. */
const freeName = ({ name, issuer, subject }: ProviderIdentity, all: readonly OperatorRecord[]): string => {
  const taken = new Set(all.map(({ username }) => username));
  const mark = createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex');
  const marked = (length: number): string =>
    `${cutName(name, nameCharacters - 1 - length)}#${mark.slice(0, length)}`;
  return [name, marked(8)].find((candidate) => !taken.has(candidate)) ?? marked(mark.length);
};

const make = async (
  sql: Sql,
  identity: AdmittedIdentity,
  all: readonly OperatorRecord[],
): Promise<OperatorRecord> => {
  const { issuer, subject, role } = identity;
  await insertOperator(sql, {
    username: freeName(identity, all),
    role,
    queuePatterns: ['*'],
    passwordHash: null,
    identity: { issuer, subject },
  });
  const made = await findOperatorByIdentity(sql, identity);
  if (made === null) throw new Error('The operator was not stored.');
  return made;
};

/** Operators whom the identity provider names. */
@Injectable()
export class ProviderOperators {
  constructor(private readonly database: Database) {}

  /**
   * The operator of an identity, made when it comes for the first time. It keeps its name and the queues that an
   * administrator gave it; its role is what its groups say today.
   */
  async admit(identity: AdmittedIdentity, visitor: Visitor): Promise<OperatorRecord> {
    return await this.database.write(async (sql) => {
      const all = await lockOperators(sql);
      const known = all.find(isOf(identity));
      const before = known ?? (await make(sql, identity, all));
      const operator = { ...before, role: identity.role };
      if (known?.role === identity.role) return operator;
      await storeRights(sql, operator);
      const act = actOfVisitor(
        known === undefined ? 'operator.create' : 'operator.update',
        operatorCaller(operator),
        visitor,
      );
      recordAct(sql, act, {
        target: { type: 'operator', id: operator.id },
        before: known === undefined ? null : { role: known.role },
        after: { username: operator.username, role: operator.role },
      });
      return operator;
    });
  }

  /** Notes that an identity was refused; what it had begun before ends with that. */
  async refuse(identity: ProviderIdentity, visitor: Visitor): Promise<void> {
    await this.database.write(async (sql) => {
      const known = await findOperatorByIdentity(sql, identity);
      if (known !== null) await deleteSessionsOf(sql, known.username);
      const caller = known === null ? strangerCaller(identity.name) : operatorCaller(known);
      recordAct(sql, actOfVisitor('session.refuse', caller, visitor), {
        target: { type: 'session', id: null },
      });
    });
  }
}
