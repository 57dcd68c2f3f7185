import { createRoute } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.js';
import { consoleRoute } from './root.js';
import { dlqSearch, operationSearch, planSearch } from './search.js';

/** The DLQ: by what went wrong, or dead task by dead task. */
export const dlqRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/dlq',
  validateSearch: dlqSearch,
  component: lazyPage(() => import('../pages/dlq/dlq-page.js'), 'DlqPage'),
});

/** What a restart or deletion of many would do, before it is begun. */
export const planRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/dlq/plan',
  validateSearch: planSearch,
  component: lazyPage(() => import('../pages/plan/plan-page.js'), 'PlanPage'),
});

/** Bulk work on dead tasks. */
export const operationsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/operations',
  component: lazyPage(() => import('../pages/operations/operations-page.js'), 'OperationsPage'),
});

/** One operation. */
export const operationRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/operations/$operationId',
  validateSearch: operationSearch,
  component: lazyPage(() => import('../pages/operation/operation-page.js'), 'OperationPage'),
});
