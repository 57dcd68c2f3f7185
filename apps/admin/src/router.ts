import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { dlqRoute } from './routes/dlq.js';
import { queuesRoute } from './routes/queues.js';
import { consoleRoute, homeRoute, rootRoute } from './routes/root.js';
import { signInRoute } from './routes/sign-in.js';
import { taskRoute } from './routes/task.js';
import { tasksRoute } from './routes/tasks.js';
import { threadRoute } from './routes/thread.js';
import { threadsRoute } from './routes/threads.js';
import { parseSearch, stringifySearch } from './search-text.js';

const routeTree = rootRoute.addChildren([
  homeRoute,
  signInRoute,
  consoleRoute.addChildren([queuesRoute, tasksRoute, taskRoute, threadsRoute, threadRoute, dlqRoute]),
]);

/** Makes the router over all pages. */
export const createAppRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    context: { queryClient },
    defaultPreload: false,
    scrollRestoration: true,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
