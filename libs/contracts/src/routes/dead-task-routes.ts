import * as dead from '../dead-task.js';
import * as work from '../work.js';
import { pageOf } from '../list.js';
import { route } from '../route.js';
import { none } from './parts.js';

/** The DLQ. */
export const deadTaskRoutes = {
  listDeadTasks: route({
    method: 'GET',
    path: '/v1/dead-tasks',
    permission: ['read'],
    summary: 'List dead tasks, newest death first',
    query: dead.deadTaskQuery,
    answers: { 200: pageOf(dead.deadTask) },
  }),
  listDeadTaskGroups: route({
    method: 'GET',
    path: '/v1/dead-tasks/groups',
    permission: ['read'],
    summary: 'Dead tasks by what went wrong',
    query: dead.deadTaskGroupQuery,
    answers: { 200: pageOf(dead.deadTaskGroup) },
  }),
  updateDeadTaskGroup: route({
    method: 'PATCH',
    path: '/v1/dead-tasks/groups/:group',
    permission: ['operate'],
    action: 'dead-task-group.update',
    summary: 'Resolve a group of dead tasks, or open it again',
    params: dead.byGroup,
    query: none,
    body: dead.deadTaskGroupPatch,
    answers: { 200: dead.deadTaskGroup },
  }),
  restartDeadTasks: route({
    method: 'POST',
    path: '/v1/dead-tasks/restart',
    permission: ['operate'],
    action: 'dead-task.restart',
    summary: 'Restart dead tasks as new arrivals (R9)',
    query: none,
    body: dead.restartRequest,
    answers: { 200: work.resultsOf(dead.restartResult) },
  }),
  deleteDeadTasks: route({
    method: 'POST',
    path: '/v1/dead-tasks/delete',
    permission: ['operate'],
    action: 'dead-task.delete',
    summary: 'Delete dead tasks',
    query: none,
    body: work.taskIds,
    answers: { 200: work.resultsOf(work.deleteResult) },
  }),
};
