import { useSyncExternalStore } from 'react';

/** A value outside of the component tree that components can follow. */
export interface Observable<Value> {
  readonly get: () => Value;
  readonly set: (value: Value) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Makes a value that can be followed. */
export const observable = <Value>(initial: Value): Observable<Value> => {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/** Follows a value. */
export const useObservable = <Value>(followed: Observable<Value>): Value =>
  useSyncExternalStore(followed.subscribe, followed.get);
