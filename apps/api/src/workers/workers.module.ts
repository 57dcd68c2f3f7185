import { Module } from '@nestjs/common';
import { WorkersController } from './workers.controller.js';
import { WorkersService } from './workers.service.js';

/** Workers seen in the last minutes. */
@Module({ controllers: [WorkersController], providers: [WorkersService] })
export class WorkersModule {}
