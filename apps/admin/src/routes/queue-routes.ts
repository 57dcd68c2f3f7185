import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { lazyPage } from './lazy-page.js';
import { consoleRoute } from './root.js';
import { text } from './search.js';

/** Queues with their counts; `create` opens the form of a new one. */
export const queuesRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/queues',
  validateSearch: z.object({ create: text }),
  component: lazyPage(() => import('../pages/queues/queues-page.js'), 'QueuesPage'),
});

/** One queue; `edit` opens the form of its configuration. */
export const queueRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/queues/$queue',
  validateSearch: z.object({ edit: text }),
  component: lazyPage(() => import('../pages/queue/queue-page.js'), 'QueuePage'),
});
