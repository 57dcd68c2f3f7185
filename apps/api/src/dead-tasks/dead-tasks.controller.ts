import { Controller } from '@nestjs/common';
import { routes } from '@spool/contracts';
import { Serves, type Call } from '../platform/serves.js';
import { DeadTaskReadingService } from './dead-task-reading.service.js';
import { DeadTaskRemovalService } from './dead-task-removal.service.js';
import { RestartService } from './restart.service.js';

/** What operators do with the DLQ. */
@Controller()
export class DeadTasksController {
  constructor(
    private readonly reading: DeadTaskReadingService,
    private readonly restarting: RestartService,
    private readonly removal: DeadTaskRemovalService,
  ) {}

  @Serves(routes.listDeadTasks)
  list({ query, caller }: Call<typeof routes.listDeadTasks>) {
    return this.reading.list(query, caller);
  }

  @Serves(routes.listDeadTaskGroups)
  listGroups({ query, caller }: Call<typeof routes.listDeadTaskGroups>) {
    return this.reading.listGroups(query, caller);
  }

  @Serves(routes.restartDeadTasks)
  async restart({ body, caller }: Call<typeof routes.restartDeadTasks>) {
    return { results: await this.restarting.restart(body, caller) };
  }

  @Serves(routes.deleteDeadTasks)
  async delete({ body, caller }: Call<typeof routes.deleteDeadTasks>) {
    return { results: await this.removal.delete(body.ids, caller) };
  }
}
