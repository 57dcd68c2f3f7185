import { createRoute } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.js';
import { consoleRoute } from './root.js';
import { taskSearch, tasksSearch } from './search.js';

/** Tasks, newest first. */
export const tasksRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/tasks',
  validateSearch: tasksSearch,
  component: lazyPage(() => import('../pages/tasks/tasks-page.js'), 'TasksPage'),
});

/** One task: why it is not running, what became of it, what it carries. */
export const taskRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/tasks/$taskId',
  validateSearch: taskSearch,
  component: lazyPage(() => import('../pages/task/task-page.js'), 'TaskPage'),
});
