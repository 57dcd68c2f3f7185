import { Module } from '@nestjs/common';
import { FirstPassword } from './first-password.js';

/** What is left to do about the first start later. */
@Module({ providers: [FirstPassword], exports: [FirstPassword] })
export class FirstStartModule {}
