import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router';
import { isSignedOut } from '../api/query-client.js';
import { sessionQuery } from '../api/session.js';
import { AppFrame } from '../frame/app-frame.js';
import { BrokenPage, NoSuchPage, Root } from '../frame/root.js';

/** What every page has: toasts, and an answer for addresses that lead nowhere. */
export const rootRoute = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: NoSuchPage,
  errorComponent: BrokenPage,
});

/** The pages for operators: whoever is not signed in is led to the sign-in first. */
export const consoleRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'console',
  component: AppFrame,
  errorComponent: BrokenPage,
  beforeLoad: async ({ context, location }) => {
    try {
      await context.queryClient.ensureQueryData(sessionQuery);
    } catch (error) {
      if (isSignedOut(error)) redirect({ to: '/sign-in', search: { from: location.href }, throw: true });
      throw error;
    }
  },
});
