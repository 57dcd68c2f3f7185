import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { consoleRoute, rootRoute } from './root.js';
import { text } from './search.js';

/** A page of this console, and nothing that leads out of it. */
const pagePath = z.string().regex(/^\/(?![/\\])/);

/** What needs somebody, and how the work goes. */
export const overviewRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../pages/overview/overview-page.js'), 'OverviewPage'),
});

/** Workers seen in the last minutes. */
export const workersRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/workers',
  component: lazyRouteComponent(() => import('../pages/workers/workers-page.js'), 'WorkersPage'),
});

/** Who may call: API keys; `create` opens the form of a new one. */
export const settingsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/settings',
  validateSearch: z.object({ create: text }),
  component: lazyRouteComponent(() => import('../pages/settings/settings-page.js'), 'SettingsPage'),
});

/** Sign in; `from` is where to go then. */
export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: z.object({ from: pagePath.optional().catch(undefined) }),
  component: lazyRouteComponent(() => import('../pages/sign-in/sign-in-page.js'), 'SignInPage'),
});
