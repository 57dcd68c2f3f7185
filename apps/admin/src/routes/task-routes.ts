import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from './root.js';
import { taskSearch, tasksSearch } from './search.js';

/** Tasks, newest first. */
export const tasksRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/tasks',
  validateSearch: tasksSearch,
  component: lazyRouteComponent(() => import('../pages/tasks/tasks-page.js'), 'TasksPage'),
});

/** One task: why it is not running, what became of it, what it carries. */
export const taskRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/tasks/$taskId',
  validateSearch: taskSearch,
  component: lazyRouteComponent(() => import('../pages/task/task-page.js'), 'TaskPage'),
});
