import { Controller } from '@nestjs/common';
import { routes } from '@spool/contracts';
import { Serves, type Call } from '../platform/serves.js';
import { DeadTaskReadingService } from './dead-task-reading.service.js';
import { DeadTaskRemovalService } from './dead-task-removal.service.js';
import { ErrorGroupsService } from './error-groups.service.js';
import { RestartService } from './restart.service.js';

/** What operators do with the DLQ. */
@Controller()
export class DeadTasksController {
  constructor(
    private readonly reading: DeadTaskReadingService,
    private readonly groups: ErrorGroupsService,
    private readonly restarting: RestartService,
    private readonly removal: DeadTaskRemovalService,
  ) {}

  @Serves(routes.listDeadTasks)
  list({ query, caller }: Call<typeof routes.listDeadTasks>) {
    return this.reading.list(query, caller);
  }

  @Serves(routes.listDeadTaskGroups)
  listGroups({ query, caller }: Call<typeof routes.listDeadTaskGroups>) {
    return this.groups.list(query, caller);
  }

  @Serves(routes.updateDeadTaskGroup)
  updateGroup({ params, body, act }: Call<typeof routes.updateDeadTaskGroup>) {
    return this.groups.update(params.group, body, act);
  }

  @Serves(routes.restartDeadTasks)
  async restart({ body, act }: Call<typeof routes.restartDeadTasks>) {
    return { results: await this.restarting.restart(body, act) };
  }

  @Serves(routes.deleteDeadTasks)
  async delete({ body, act }: Call<typeof routes.deleteDeadTasks>) {
    return { results: await this.removal.delete(body.ids, act) };
  }
}
