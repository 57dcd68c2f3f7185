import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import { findOperator } from '../store/operator-store.js';
import { keepCredentials, readCredentials } from './first-credentials-file.js';

/** The first operator's password in this replica's data directory. */
@Injectable()
export class FirstPassword {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Takes the password out of the file once it was changed, on whatever replica, or its operator is gone. */
  async forgetIfChanged(): Promise<void> {
    const { dataDirectory } = this.config;
    const credentials = await readCredentials(dataDirectory);
    if (credentials?.password === undefined) return;
    const operator = await this.database.read((sql) => findOperator(sql, credentials.username));
    if (operator !== null && operator.passwordChangedAtMs === null) return;
    const { password: _password, ...rest } = credentials;
    await keepCredentials(dataDirectory, rest);
  }
}
