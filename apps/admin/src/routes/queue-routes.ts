import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { consoleRoute } from './root.js';
import { text } from './search.js';

/** Queues with their counts; `create` opens the form of a new one. */
export const queuesRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/queues',
  validateSearch: z.object({ create: text }),
  component: lazyRouteComponent(() => import('../pages/queues/queues-page.js'), 'QueuesPage'),
});

/** One queue; `edit` opens the form of its configuration. */
export const queueRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/queues/$queue',
  validateSearch: z.object({ edit: text }),
  component: lazyRouteComponent(() => import('../pages/queue/queue-page.js'), 'QueuePage'),
});
