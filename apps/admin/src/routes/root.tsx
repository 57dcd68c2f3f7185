import { Notifications } from '@mantine/notifications';
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  Outlet,
  redirect,
  useRouter,
  type ErrorComponentProps,
} from '@tanstack/react-router';
import { isSignedOut } from '../api/query-client.js';
import { sessionQuery } from '../api/session.js';
import { AppFrame } from '../components/app-frame.js';
import { Page } from '../components/page.js';
import { ProblemNotice } from '../components/problem-notice.js';

const Root = () => (
  <>
    <Notifications position="bottom-right" />
    <Outlet />
  </>
);

const NoSuchPage = () => (
  <Page title="No such page">
    <p className="why">Nothing is at this address.</p>
  </Page>
);

const BrokenPage = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return <ProblemNotice error={error instanceof Error ? error : new Error(String(error))} onRetry={retry} />;
};

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
  beforeLoad: async ({ context, location }) => {
    try {
      await context.queryClient.ensureQueryData(sessionQuery);
    } catch (error) {
      if (isSignedOut(error)) redirect({ to: '/sign-in', search: { from: location.href }, throw: true });
      throw error;
    }
  },
});

/** The console opens on its queues. */
export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => redirect({ to: '/queues', throw: true }),
});
