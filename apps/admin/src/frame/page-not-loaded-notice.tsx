import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { client } from '../api/client.js';

const lookEveryMs = 2_000;
/** What is missing although the service is there is not asked for again and again. */
const leastPauseMs = 60_000;
const storageKey = 'spool-loaded-anew-at';

const loadAnew = (): void => window.location.reload();

const loadAnewOnce = (): void => {
  const before = Number(sessionStorage.getItem(storageKey) ?? 0);
  if (Date.now() - before < leastPauseMs) return;
  sessionStorage.setItem(storageKey, String(Date.now()));
  loadAnew();
};

/** Stands for a page whose code could not be loaded, and loads the window anew once the service answers. */
export const PageNotLoadedNotice = () => {
  const { isSuccess } = useQuery({
    queryKey: ['service is there'],
    queryFn: ({ signal }) => client.health.live({ signal }),
    refetchInterval: lookEveryMs,
    gcTime: 0,
  });
  useEffect(() => {
    if (isSuccess) loadAnewOnce();
  }, [isSuccess]);
  return (
    <div className="notice" role="alert">
      <h2>This page is not loaded yet</h2>
      <p>
        Spool does not answer, or was replaced by another version. The page is loaded as soon as Spool is
        there.
      </p>
      <Button variant="default" onClick={loadAnew}>
        Reload
      </Button>
    </div>
  );
};
