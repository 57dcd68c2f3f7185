import { consolePath } from '@spool/contracts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { finishAtProvider, signInWaysQuery } from '../api/sign-in.js';
import { consoleRoute, rootRoute } from './root.js';
import { text } from './search.js';

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
  validateSearch: z.object({ from: consolePath.optional().catch(undefined) }),
  loader: ({ context }) => context.queryClient.ensureQueryData(signInWaysQuery),
  component: lazyRouteComponent(() => import('../pages/sign-in/sign-in-page.js'), 'SignInPage'),
});

/** Where the identity provider sends the browser back to, with its answer as the search: whole, as it came. */
export const providerAnswerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in/answer',
  loader: async ({ context }) => ({
    ways: await context.queryClient.ensureQueryData(signInWaysQuery),
    ...(await finishAtProvider(context.queryClient, globalThis.location.search)),
  }),
  component: lazyRouteComponent(
    () => import('../pages/sign-in/provider-answer-page.js'),
    'ProviderAnswerPage',
  ),
});
