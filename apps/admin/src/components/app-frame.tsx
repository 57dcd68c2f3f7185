import { Button } from '@mantine/core';
import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import { useSession, useSignOut } from '../api/session.js';
import { tellFailure } from './toasts.js';
import './app-frame.css';

const Account = () => {
  const { data: session } = useSession();
  const signOut = useSignOut();
  const navigate = useNavigate();
  return (
    <div className="account">
      <span className="account-name" title={session === undefined ? undefined : `Role: ${session.role}`}>
        <bdi>{session?.username}</bdi>
      </span>
      <Button
        variant="subtle"
        size="compact-xs"
        loading={signOut.isPending}
        onClick={() =>
          signOut.mutate(undefined, {
            onSuccess: () => void navigate({ to: '/sign-in' }),
            onError: (error) => tellFailure('You are still signed in', error),
          })
        }
      >
        Sign out
      </Button>
    </div>
  );
};

/** The frame around every page: where one can go, and who one is. */
export const AppFrame = () => (
  <div className="app-frame">
    <header className="app-header">
      <Link to="/queues" className="wordmark">
        <img src="/icon.svg" alt="" width="20" height="20" />
        Spool
      </Link>
      <nav aria-label="Main" className="app-nav">
        <Link to="/queues">Queues</Link>
        <Link to="/tasks">Tasks</Link>
        <Link to="/threads">Threads</Link>
        <Link to="/dlq">DLQ</Link>
      </nav>
      <Account />
    </header>
    <main className="app-main">
      <Outlet />
    </main>
  </div>
);
