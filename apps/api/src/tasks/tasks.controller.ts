import { Controller } from '@nestjs/common';
import { routes } from '@spool/contracts';
import { Serves, type AnswerOf, type Call } from '../platform/serves.js';
import { EnqueueService } from './enqueue.service.js';
import { ExplainService } from './explain.service.js';
import { TaskChangesService } from './task-changes.service.js';
import { TaskReadingService } from './task-reading.service.js';
import { inTraceOf } from './traced-tasks.js';

/** What producers and operators do with tasks. */
@Controller()
export class TasksController {
  constructor(
    private readonly enqueuing: EnqueueService,
    private readonly reading: TaskReadingService,
    private readonly explaining: ExplainService,
    private readonly changes: TaskChangesService,
  ) {}

  @Serves(routes.enqueueTask)
  async enqueue(call: Call<typeof routes.enqueueTask>): Promise<AnswerOf<typeof routes.enqueueTask>> {
    const tasks = inTraceOf(call.headers, [call.body]);
    const [task] = await this.enqueuing.enqueue(call.params.queue, tasks, call.act);
    if (task === undefined) throw new Error('One task was sent and none came back.');
    call.setStatus(task.deduplicated === true ? 200 : 201);
    return task;
  }

  @Serves(routes.enqueueBatch)
  async enqueueBatch({ params, body, headers, act }: Call<typeof routes.enqueueBatch>) {
    const tasks = inTraceOf(headers, body.tasks);
    return { tasks: await this.enqueuing.enqueue(params.queue, tasks, act) };
  }

  @Serves(routes.listTasks)
  list({ query, caller }: Call<typeof routes.listTasks>) {
    return this.reading.list(query, caller);
  }

  @Serves(routes.getTask)
  get({ params, caller }: Call<typeof routes.getTask>) {
    return this.reading.get(params.id, caller);
  }

  @Serves(routes.explainTask)
  explain({ params, caller }: Call<typeof routes.explainTask>) {
    return this.explaining.explain(params.id, caller);
  }

  @Serves(routes.rescheduleTask)
  reschedule({ params, body, act }: Call<typeof routes.rescheduleTask>) {
    return this.changes.reschedule(params.id, body.scheduledAt, act);
  }

  @Serves(routes.deleteTask)
  delete({ params, act }: Call<typeof routes.deleteTask>): Promise<void> {
    return this.changes.deleteOne(params.id, act);
  }

  @Serves(routes.deleteTasks)
  async deleteMany({ body, act }: Call<typeof routes.deleteTasks>) {
    return { results: await this.changes.deleteMany(body.ids, act) };
  }
}
