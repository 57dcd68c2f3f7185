import { Module } from '@nestjs/common';
import { OperationCommandsService } from './operation-commands.service.js';
import { OperationCreationService } from './operation-creation.service.js';
import { OperationPreviewService } from './operation-preview.service.js';
import { OperationReadingService } from './operation-reading.service.js';
import { OperationsController } from './operations.controller.js';

/** Durable bulk work on the DLQ; a scheduled job carries it out. */
@Module({
  controllers: [OperationsController],
  providers: [
    OperationCommandsService,
    OperationCreationService,
    OperationPreviewService,
    OperationReadingService,
  ],
})
export class OperationsModule {}
