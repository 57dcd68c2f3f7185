import { useNavigate } from '@tanstack/react-router';
import { useKeyCommands } from '../keys/key-commands.js';
import { places } from './places.js';

const focusFilter = (): void => {
  document.querySelector<HTMLElement>('[data-filter-bar]')?.focus();
};

/** The keys that work on every page: `g` and a letter lead to a place, `/` to the filter. */
export const useGoKeys = (): void => {
  const navigate = useNavigate();
  useKeyCommands('Everywhere', [
    { keys: '/', does: 'Filter the list', run: focusFilter },
    ...places.map(({ to, label, key }) => ({
      keys: `g ${key}`,
      does: `Go to ${label}`,
      run: () => void navigate({ to }),
    })),
  ]);
};
