import { useCallback, useState } from 'react';

/** Chosen rows, by key; they survive refreshes. */
export interface Selection {
  readonly keys: readonly string[];
  readonly has: (key: string) => boolean;
  readonly setAll: (keys: readonly string[], chosen: boolean) => void;
  readonly clear: () => void;
}

/** Holds a selection for as long as the page is open. */
export const useSelection = (): Selection => {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const setAll = useCallback(
    (keys: readonly string[], isChosen: boolean) =>
      setChosen((before) => {
        const after = new Set(before);
        for (const key of keys) {
          if (isChosen) after.add(key);
          else after.delete(key);
        }
        return after;
      }),
    [],
  );
  const clear = useCallback(() => setChosen(new Set()), []);
  return { keys: [...chosen], has: (key) => chosen.has(key), setAll, clear };
};
