import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { observable, useObservable } from '../observable.js';

const Palette = lazy(async () => {
  const { Palette: component } = await import('./palette.js');
  return { default: component };
});

/** How often the palette was asked for: it is loaded with the first time. */
const openings = observable(0);

/** Opens the palette. */
export const openPalette = (): void => openings.set(openings.get() + 1);

/** Opens the palette on `⌘K`, from wherever one types. */
export const PaletteHost = () => {
  const count = useObservable(openings);
  useHotkeys([['mod+K', openPalette]], []);
  if (count === 0) return null;
  return (
    <Suspense fallback={null}>
      <Palette opening={count} />
    </Suspense>
  );
};
