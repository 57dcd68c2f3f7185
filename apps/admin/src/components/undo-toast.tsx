import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { tellDone, tellFailure } from './toasts.js';

const undoMs = 10_000;

interface Undoable {
  readonly message: ReactNode;
  /** What is told once it is undone. */
  readonly undone: ReactNode;
  readonly undo: () => Promise<unknown>;
}

/** Tells that something was done, and offers to undo it for ten seconds. */
export const tellUndoable = ({ message, undone, undo }: Undoable): void => {
  const revert = () => {
    notifications.hide(id);
    undo().then(
      () => tellDone(undone),
      (error: Error) => tellFailure('It was not undone', error),
    );
  };
  const id = notifications.show({
    autoClose: undoMs,
    withBorder: true,
    message: (
      <span className="undo-toast">
        <span>{message}</span>
        <Button variant="subtle" size="compact-xs" onClick={revert}>
          Undo
        </Button>
      </span>
    ),
  });
};
