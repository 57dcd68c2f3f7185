import { Injectable } from '@nestjs/common';
import { FirstPassword } from '../first-start/first-password.js';
import type { Job } from './job.js';

/** Takes the first operator's password out of this replica's data directory once another replica has changed it. */
@Injectable()
export class ForgetFirstPassword implements Job {
  readonly name = 'forget-first-password';

  constructor(private readonly firstPassword: FirstPassword) {}

  run(): Promise<void> {
    return this.firstPassword.forgetIfChanged();
  }
}
