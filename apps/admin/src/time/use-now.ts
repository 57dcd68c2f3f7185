import { useSyncExternalStore } from 'react';

const tickMs = 1_000;
const listeners = new Set<() => void>();
let nowMs = Date.now();
let timer: number | undefined;

const tick = (): void => {
  nowMs = Date.now();
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  timer ??= window.setInterval(tick, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.clearInterval(timer);
    timer = undefined;
  };
};

/** The time in milliseconds, once a second; one timer for every label on the page. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => nowMs);
