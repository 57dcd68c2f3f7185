import { createRoute } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.js';
import { consoleRoute } from './root.js';
import { threadSearch, threadsSearch } from './search.js';

/** Threads, by age or size. */
export const threadsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/threads',
  validateSearch: threadsSearch,
  component: lazyPage(() => import('../pages/threads/threads-page.js'), 'ThreadsPage'),
});

/** One thread: who is in progress, who is the head, and the line behind it. */
export const threadRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/threads/line',
  validateSearch: threadSearch,
  component: lazyPage(() => import('../pages/thread/thread-page.js'), 'ThreadPage'),
});
