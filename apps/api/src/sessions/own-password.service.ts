import { Injectable } from '@nestjs/common';
import type { PasswordChange } from '@spool/contracts';
import { FirstPassword } from '../first-start/first-password.js';
import type { Act } from '../platform/act.js';
import { hashSecret } from '../platform/auth/api-key-format.js';
import { hashPassword, passwordMatches } from '../platform/auth/passwords.js';
import { weaknessOf } from '../platform/auth/weak-passwords.js';
import { Database } from '../platform/database/database.js';
import type { Sql } from '../platform/database/sql.js';
import { SpoolError, validationFailed } from '../platform/spool-error.js';
import { recordAct } from '../store/audit-log-store.js';
import { findOperator, holdUnchanged, storePassword, type OperatorRecord } from '../store/operator-store.js';
import { deleteSessionsOf } from '../store/session-store.js';
import { SignInThrottle } from './sign-in-throttle.js';

/** Operators change their own passwords. */
@Injectable()
export class OwnPasswordService {
  constructor(
    private readonly database: Database,
    private readonly throttle: SignInThrottle,
    private readonly firstPassword: FirstPassword,
  ) {}

  /**
   * Replaces the password of who calls and ends its other sessions. Guessing the current one is throttled as signing in
   * is. Throws `rate_limited`, `validation_failed` for a wrong current password or a weak new one, `conflict` where there
   * is none.
   */
  async change(given: PasswordChange, token: string, act: Act): Promise<void> {
    const username = act.caller.actor.name;
    const weakness = await weaknessOf(given.newPassword, username);
    if (weakness !== null) throw validationFailed([{ path: '/newPassword', message: weakness }]);
    const attempt = { username, address: act.address ?? '' };
    await this.throttle.attempt(attempt, async () => {
      const operator = await this.prove(given, act);
      const newHash = await hashPassword(given.newPassword);
      await this.database.write(async (sql) => {
        if (!(await holdUnchanged(sql, operator))) throw sessionEnded();
        await this.throttle.succeeded(sql, attempt);
        await storePassword(sql, operator.id, newHash);
        const sessionsEnded = await deleteSessionsOf(sql, username, hashSecret(token));
        recordAct(sql, act, {
          target: { type: 'operator', id: operator.id },
          after: { passwordChanged: true, sessionsEnded },
        });
      });
    });
    await this.firstPassword.forgetIfChanged();
  }

  private async prove({ currentPassword }: PasswordChange, act: Act): Promise<OperatorRecord> {
    const operator = await this.database.read((sql) => findLocal(sql, act.caller.actor.name));
    if (await passwordMatches(currentPassword, operator.passwordHash)) return operator;
    await this.noteRefusal(act);
    throw validationFailed([{ path: '/currentPassword', message: 'This is not the current password.' }]);
  }

  private async noteRefusal(act: Act): Promise<void> {
    const { id } = act.caller.actor;
    await this.database.write(async (sql) =>
      recordAct(sql, { ...act, action: 'session.refuse' }, { target: { type: 'operator', id } }),
    );
  }
}

const sessionEnded = (): SpoolError =>
  new SpoolError('unauthenticated', 'The session has ended: sign in again.');

const findLocal = async (sql: Sql, username: string): Promise<OperatorRecord> => {
  const operator = await findOperator(sql, username);
  if (operator === null) throw sessionEnded();
  if (operator.identity === null) return operator;
  throw new SpoolError('conflict', 'You sign in with OpenID Connect: you have no password here.');
};
