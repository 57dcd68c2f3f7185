import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from './root.js';
import { dlqSearch, operationSearch, planSearch } from './search.js';

/** The DLQ: by what went wrong, or dead task by dead task. */
export const dlqRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/dlq',
  validateSearch: dlqSearch,
  component: lazyRouteComponent(() => import('../pages/dlq/dlq-page.js'), 'DlqPage'),
});

/** What a restart or deletion of many would do, before it is begun. */
export const planRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/dlq/plan',
  validateSearch: planSearch,
  component: lazyRouteComponent(() => import('../pages/plan/plan-page.js'), 'PlanPage'),
});

/** Bulk work on dead tasks. */
export const operationsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/operations',
  component: lazyRouteComponent(() => import('../pages/operations/operations-page.js'), 'OperationsPage'),
});

/** One operation. */
export const operationRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/operations/$operationId',
  validateSearch: operationSearch,
  component: lazyRouteComponent(() => import('../pages/operation/operation-page.js'), 'OperationPage'),
});
