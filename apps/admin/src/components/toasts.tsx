import { notifications } from '@mantine/notifications';
import type { ItemRefusal } from '@spool/contracts';
import type { ReactNode } from 'react';
import { wordProblem } from './problem-notice.js';
import { TaskLink } from './task-links.js';

const readingMs = 8_000;

const show = (message: ReactNode): void => {
  notifications.show({ message, autoClose: readingMs, withBorder: true });
};

/** Tells that something was done. */
export const tellDone = (message: ReactNode): void => show(message);

/** Tells why something was not done; it stays until it is closed. */
export const tellFailure = (what: string, error: Error): void => {
  notifications.show({
    title: what,
    message: wordProblem(error),
    autoClose: false,
    withBorder: true,
    color: 'var(--state-dead)',
  });
};

/** Tells which items of a call were refused, by reason. */
export const tellRefusals = (what: string, refused: readonly ItemRefusal[]): void => {
  if (refused.length === 0) return;
  const reasons = new Set(refused.map(({ detail }) => detail));
  tellFailure(`${refused.length} ${what}`, new Error([...reasons].slice(0, 3).join(' ')));
};

interface Restarted {
  readonly id: string;
  readonly newId: string;
}

/** Tells the new ids of restarted tasks. */
export const tellRestarted = (done: readonly Restarted[]): void => {
  const [first] = done;
  if (first === undefined) return;
  show(
    done.length === 1 ? (
      <>
        Restarted {first.id} as <TaskLink id={first.newId} />
      </>
    ) : (
      `Restarted ${done.length} tasks`
    ),
  );
};
