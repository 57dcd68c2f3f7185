import { Controller } from '@nestjs/common';
import { routes } from '@spool/contracts';
import { Serves, type AnswerOf, type Call } from '../platform/serves.js';
import { OperationCommandsService } from './operation-commands.service.js';
import { OperationCreationService } from './operation-creation.service.js';
import { OperationPreviewService } from './operation-preview.service.js';
import { OperationReadingService } from './operation-reading.service.js';

/** What operators do to many dead tasks at once. */
@Controller()
export class OperationsController {
  constructor(
    private readonly creation: OperationCreationService,
    private readonly previews: OperationPreviewService,
    private readonly reading: OperationReadingService,
    private readonly commands: OperationCommandsService,
  ) {}

  @Serves(routes.createOperation)
  async create(call: Call<typeof routes.createOperation>): Promise<AnswerOf<typeof routes.createOperation>> {
    if (call.body.dryRun) return this.previews.preview(call.body, call.query, call.caller);
    const operation = await this.creation.create(call.body, call.act);
    call.setStatus(202);
    return operation;
  }

  @Serves(routes.listOperations)
  list({ query, caller }: Call<typeof routes.listOperations>) {
    return this.reading.list(query, caller);
  }

  @Serves(routes.getOperation)
  get({ params, caller }: Call<typeof routes.getOperation>) {
    return this.reading.get(params.id, caller);
  }

  @Serves(routes.listOperationTasks)
  listTasks({ params, query, caller }: Call<typeof routes.listOperationTasks>) {
    return this.reading.listTasks(params.id, query, caller);
  }

  @Serves(routes.pauseOperation)
  pause({ params, act }: Call<typeof routes.pauseOperation>) {
    return this.commands.command(params.id, 'pause', act);
  }

  @Serves(routes.resumeOperation)
  resume({ params, act }: Call<typeof routes.resumeOperation>) {
    return this.commands.command(params.id, 'resume', act);
  }

  @Serves(routes.cancelOperation)
  cancel({ params, act }: Call<typeof routes.cancelOperation>) {
    return this.commands.command(params.id, 'cancel', act);
  }

  @Serves(routes.undoOperation)
  undo({ params, act }: Call<typeof routes.undoOperation>) {
    return this.commands.command(params.id, 'undo', act);
  }
}
