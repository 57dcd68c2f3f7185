import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from './root.js';
import { dlqSearch } from './search.js';

/** The DLQ: dead tasks, newest death first, to look into and restart. */
export const dlqRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/dlq',
  validateSearch: dlqSearch,
  component: lazyRouteComponent(() => import('../pages/dlq/dlq-page.js'), 'DlqPage'),
});

/** Bulk work on dead tasks. */
export const operationsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/operations',
  component: lazyRouteComponent(() => import('../pages/operations/operations-page.js'), 'OperationsPage'),
});
