import { useEffect } from 'react';
import { commandOf, isPrefix } from './key-commands.js';

const sequenceMs = 1_000;
const textFields = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]';
const pressable = 'a, button, summary, [role=tab], [role=option]';

/** Keys belong to whoever is typed into, to an open dialog, and Enter to what it would press. */
const isTaken = (event: KeyboardEvent): boolean => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  if (document.querySelector('[aria-modal=true]') !== null) return true;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(textFields)) return true;
  return event.key === 'Enter' && Boolean(target?.closest(pressable));
};

/** Listens to the whole page's keys and runs the commands that its parts have registered. */
export const useKeyListener = (): void => {
  useEffect(() => {
    let pending = '';
    let pendingSinceMs = 0;
    const onKey = (event: KeyboardEvent): void => {
      if (isTaken(event)) return;
      const before = event.timeStamp - pendingSinceMs < sequenceMs ? pending : '';
      pending = '';
      const keys = before === '' ? event.key : `${before} ${event.key}`;
      const command = commandOf(keys) ?? commandOf(event.key);
      if (command !== undefined) {
        event.preventDefault();
        command.run();
      } else if (isPrefix(event.key)) {
        pending = event.key;
        pendingSinceMs = event.timeStamp;
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
};
