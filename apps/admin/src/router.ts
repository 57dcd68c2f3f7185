import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { BrokenPage } from './frame/root.js';
import {
  auditRoute,
  overviewRoute,
  providerAnswerRoute,
  settingsRoute,
  signInRoute,
  workersRoute,
} from './routes/administration-routes.js';
import { dlqRoute, operationRoute, operationsRoute, planRoute } from './routes/dead-task-routes.js';
import { queueRoute, queuesRoute } from './routes/queue-routes.js';
import { consoleRoute, rootRoute } from './routes/root.js';
import { taskRoute, tasksRoute } from './routes/task-routes.js';
import { threadRoute, threadsRoute } from './routes/thread-routes.js';
import { parseSearch, stringifySearch } from './search-text.js';

const routeTree = rootRoute.addChildren([
  signInRoute,
  providerAnswerRoute,
  consoleRoute.addChildren([
    overviewRoute,
    queuesRoute,
    queueRoute,
    tasksRoute,
    taskRoute,
    threadsRoute,
    threadRoute,
    dlqRoute,
    planRoute,
    operationsRoute,
    operationRoute,
    workersRoute,
    auditRoute,
    settingsRoute,
  ]),
]);

/** Makes the router over all pages. */
export const createAppRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    context: { queryClient },
    defaultPreload: 'intent',
    scrollRestoration: true,
    // In the place of the page, so that the frame stays.
    defaultErrorComponent: BrokenPage,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
