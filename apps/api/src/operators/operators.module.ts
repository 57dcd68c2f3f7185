import { Module } from '@nestjs/common';
import { FirstStartModule } from '../first-start/first-start.module.js';
import { OperatorsController } from './operators.controller.js';
import { OperatorsService } from './operators.service.js';

/** Who may sign in. */
@Module({ imports: [FirstStartModule], controllers: [OperatorsController], providers: [OperatorsService] })
export class OperatorsModule {}
