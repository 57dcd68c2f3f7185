import { Injectable } from '@nestjs/common';
import { hashSecret } from '../../platform/auth/api-key-format.js';
import { Database } from '../../platform/database/database.js';
import { SpoolError } from '../../platform/spool-error.js';
import {
  insertProviderSignIn,
  takeProviderSignIn,
  type ProviderSignIn,
} from '../../store/provider-sign-in-store.js';
import { newToken } from '../sessions.service.js';

/** Sign-ins whose operator is at the identity provider. */
@Injectable()
export class PendingSignIns {
  constructor(private readonly database: Database) {}

  /** Keeps one that begins; whoever has the token may finish it. */
  async keep(signIn: ProviderSignIn): Promise<string> {
    const token = newToken();
    await this.database.write((sql) => insertProviderSignIn(sql, hashSecret(token), signIn));
    return token;
  }

  /** Takes one out, once, on whichever replica. Throws `unauthenticated`. */
  async take(token: string | null): Promise<ProviderSignIn> {
    const signIn =
      token === null ? null : await this.database.write((sql) => takeProviderSignIn(sql, hashSecret(token)));
    if (signIn !== null) return signIn;
    throw new SpoolError('unauthenticated', 'This sign-in took too long or was used already: begin again.');
  }
}
