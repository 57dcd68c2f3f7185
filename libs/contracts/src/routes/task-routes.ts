import { z } from 'zod';
import * as tasks from '../task.js';
import * as work from '../work.js';
import { pageOf } from '../list.js';
import { route } from '../route.js';
import { byQueue, byTask, none } from './parts.js';

/** Tasks, as producers and operators see them. */
export const taskRoutes = {
  enqueueTask: route({
    method: 'POST',
    path: '/v1/queues/:queue/tasks',
    permission: ['enqueue'],
    action: 'task.enqueue',
    summary: 'Enqueue a task',
    params: byQueue,
    query: none,
    body: tasks.newTask,
    answers: { 201: tasks.enqueuedTask, 200: tasks.enqueuedTask },
  }),
  enqueueBatch: route({
    method: 'POST',
    path: '/v1/queues/:queue/tasks/batch',
    permission: ['enqueue'],
    action: 'task.enqueue',
    summary: 'Enqueue tasks, all or nothing',
    params: byQueue,
    query: none,
    body: tasks.newTaskBatch,
    answers: { 201: z.object({ tasks: z.array(tasks.enqueuedTask) }) },
  }),
  listTasks: route({
    method: 'GET',
    path: '/v1/tasks',
    permission: ['read'],
    summary: 'List tasks, newest first',
    query: tasks.taskQuery,
    answers: { 200: pageOf(tasks.taskSummary) },
  }),
  getTask: route({
    method: 'GET',
    path: '/v1/tasks/:id',
    permission: ['read'],
    summary: 'A task wherever it is, with its history',
    params: byTask,
    query: none,
    answers: { 200: tasks.taskDetail },
  }),
  explainTask: route({
    method: 'GET',
    path: '/v1/tasks/:id/explain',
    permission: ['read'],
    summary: 'Why a task is not running',
    params: byTask,
    query: none,
    answers: { 200: tasks.explanation },
  }),
  rescheduleTask: route({
    method: 'PATCH',
    path: '/v1/tasks/:id',
    permission: ['operate', 'enqueue'],
    action: 'task.reschedule',
    summary: 'Give an ENQUEUED task another time (R3)',
    params: byTask,
    query: none,
    body: tasks.reschedule,
    answers: { 200: tasks.task },
  }),
  deleteTask: route({
    method: 'DELETE',
    path: '/v1/tasks/:id',
    permission: ['operate', 'enqueue'],
    action: 'task.delete',
    summary: 'Delete a task in any state (R8)',
    params: byTask,
    query: none,
    answers: { 204: null },
  }),
  deleteTasks: route({
    method: 'POST',
    path: '/v1/tasks/delete',
    permission: ['operate', 'enqueue'],
    action: 'task.delete',
    summary: 'Delete tasks in any state (R8)',
    query: none,
    body: work.taskIds,
    answers: { 200: work.resultsOf(work.deleteResult) },
  }),
};
