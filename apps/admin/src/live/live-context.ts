import { createContext, use, useSyncExternalStore } from 'react';
import type { LiveSource, LiveStatus } from './live-source.js';

/** The one source that the whole screen follows. */
export const LiveContext = createContext<LiveSource | null>(null);

const useSource = (): LiveSource => {
  const source = use(LiveContext);
  if (source === null) throw new Error('Live data is followed inside the console only.');
  return source;
};

/** How the data on the screen stands, and the means to pause and resume it. */
export const useLive = (): LiveStatus & { readonly pause: () => void; readonly resume: () => void } => {
  const source = useSource();
  const status = useSyncExternalStore(source.subscribe, source.status);
  return { ...status, pause: () => source.pause(), resume: () => source.resume() };
};
