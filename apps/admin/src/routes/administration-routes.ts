import { consolePath } from '@spool/contracts';
import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { finishAtProvider, signInWaysQuery } from '../api/sign-in.js';
import { lazyPage } from './lazy-page.js';
import { consoleRoute, rootRoute } from './root.js';
import { auditSearch, settingsSearch } from './search.js';

/** What needs somebody, and how the work goes. */
export const overviewRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/',
  component: lazyPage(() => import('../pages/overview/overview-page.js'), 'OverviewPage'),
});

/** Workers seen in the last minutes. */
export const workersRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/workers',
  component: lazyPage(() => import('../pages/workers/workers-page.js'), 'WorkersPage'),
});

/** Who did what; `open` is the row whose panel is open. */
export const auditRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/audit',
  validateSearch: auditSearch,
  component: lazyPage(() => import('../pages/audit/audit-page.js'), 'AuditPage'),
});

/** One's own account, and who may call. */
export const settingsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/settings',
  validateSearch: settingsSearch,
  component: lazyPage(() => import('../pages/settings/settings-page.js'), 'SettingsPage'),
});

/** Sign in; `from` is where to go then. */
export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: z.object({ from: consolePath.optional().catch(undefined) }),
  loader: ({ context }) => context.queryClient.ensureQueryData(signInWaysQuery),
  component: lazyPage(() => import('../pages/sign-in/sign-in-page.js'), 'SignInPage'),
});

/** Where the identity provider sends the browser back to, with its answer as the search: whole, as it came. */
export const providerAnswerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in/answer',
  loader: async ({ context }) => ({
    ways: await context.queryClient.ensureQueryData(signInWaysQuery),
    ...(await finishAtProvider(context.queryClient, globalThis.location.search)),
  }),
  component: lazyPage(() => import('../pages/sign-in/provider-answer-page.js'), 'ProviderAnswerPage'),
});
