import { administrationRoutes } from './administration-routes.js';
import { deadTaskRoutes } from './dead-task-routes.js';
import { eventRoutes } from './event-routes.js';
import { leaseRoutes } from './lease-routes.js';
import { operationRoutes } from './operation-routes.js';
import { operatorRoutes } from './operator-routes.js';
import { queueRoutes } from './queue-routes.js';
import { serviceRoutes } from './service-routes.js';
import { sessionRoutes } from './session-routes.js';
import { signInRoutes } from './sign-in-routes.js';
import { statisticsRoutes } from './statistics-routes.js';
import { taskRoutes } from './task-routes.js';
import { threadRoutes } from './thread-routes.js';

/** Every call of the API: the server serves it, the OpenAPI document describes it, the client calls it. */
export const routes = {
  ...queueRoutes,
  ...taskRoutes,
  ...leaseRoutes,
  ...threadRoutes,
  ...deadTaskRoutes,
  ...operationRoutes,
  ...sessionRoutes,
  ...administrationRoutes,
  ...operatorRoutes,
  ...signInRoutes,
  ...statisticsRoutes,
  ...eventRoutes,
  ...serviceRoutes,
};

export {
  administrationRoutes,
  deadTaskRoutes,
  eventRoutes,
  leaseRoutes,
  operationRoutes,
  operatorRoutes,
  queueRoutes,
  serviceRoutes,
  sessionRoutes,
  signInRoutes,
  statisticsRoutes,
  taskRoutes,
  threadRoutes,
};
