import { useEffect, useRef } from 'react';
import { observable, useObservable } from '../observable.js';

/** What a key, or a sequence such as `g q`, does. */
export interface KeyCommand {
  readonly keys: string;
  readonly does: string;
  readonly run: () => void;
}

/** The keys of one part of the screen, as they are now. */
export interface KeyGroup {
  readonly title: string;
  readonly commands: () => readonly KeyCommand[];
}

const groups = observable<readonly KeyGroup[]>([]);

/** Gives keys their meaning while the calling part is on the screen; what came onto it last goes first. */
export const useKeyCommands = (title: string, commands: readonly KeyCommand[]): void => {
  const current = useRef(commands);
  useEffect(() => {
    current.current = commands;
  });
  useEffect(() => {
    const group: KeyGroup = { title, commands: () => current.current };
    groups.set([group, ...groups.get()]);
    return () => groups.set(groups.get().filter((other) => other !== group));
  }, [title]);
};

/** Every key that means something now, by part of the screen. */
export const useKeyGroups = (): readonly KeyGroup[] => useObservable(groups);

const allCommands = (): readonly KeyCommand[] => groups.get().flatMap(({ commands }) => commands());

/** The command of a sequence of keys. */
export const commandOf = (keys: string): KeyCommand | undefined =>
  allCommands().find((command) => command.keys === keys);

/** Whether a longer sequence begins with these keys. */
export const isPrefix = (keys: string): boolean =>
  allCommands().some((command) => command.keys.startsWith(`${keys} `));
