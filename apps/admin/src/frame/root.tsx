import { Notifications } from '@mantine/notifications';
import { Outlet, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { Page } from '../components/page.js';
import { ProblemNotice } from '../components/problem-notice.js';
import { PageNotLoaded } from '../routes/lazy-page.js';
import { PageNotLoadedNotice } from './page-not-loaded-notice.js';

/** Toasts and the page. */
export const Root = () => (
  <>
    <Notifications position="bottom-right" />
    <Outlet />
  </>
);

/** Answers an address that leads nowhere. */
export const NoSuchPage = () => (
  <Page title="No such page">
    <p className="why">Nothing is at this address.</p>
  </Page>
);

/** Stands for a page that failed. */
export const BrokenPage = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  if (error instanceof PageNotLoaded) return <PageNotLoadedNotice />;
  return <ProblemNotice error={error instanceof Error ? error : new Error(String(error))} onRetry={retry} />;
};
