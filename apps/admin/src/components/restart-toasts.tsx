import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Operation } from '@spool/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { refreshAll } from '../api/refresh.js';
import { undoRestart, type ChosenRestart } from '../api/restart.js';
import { TaskLink } from './task-links.js';
import { tellFailure } from './toasts.js';

const readingMs = 12_000;

const wordReturned = ({ undone, done }: Operation, ids: readonly string[]): string => {
  const [only] = ids;
  if (ids.length === 1)
    return undone === 1 ? `${only} is back in the DLQ` : `${only} had started already: it stays restarted`;
  const kept = done === 0 ? '' : `, ${done} had started already`;
  return `${undone} are back in the DLQ${kept}`;
};

/** Takes a restart back, as far as no worker has taken the tasks; then says what came of it. */
const UndoButton = ({ restart, toast }: { readonly restart: ChosenRestart; readonly toast: string }) => {
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const undo = async () => {
    setBusy(true);
    try {
      const operation = await undoRestart(restart.operation.id);
      notifications.update({
        id: toast,
        message: wordReturned(operation, restart.ids),
        autoClose: readingMs,
      });
    } catch (error) {
      tellFailure('It was not undone', error instanceof Error ? error : new Error(String(error)));
    } finally {
      setBusy(false);
      refreshAll(queryClient);
    }
  };
  return (
    <Button size="compact-xs" variant="default" loading={isBusy} onClick={() => void undo()}>
      Undo
    </Button>
  );
};

const OperationLink = ({ id, children }: { readonly id: string; readonly children: string }) => (
  <Link to="/operations/$operationId" params={{ operationId: id }}>
    {children}
  </Link>
);

const Told = ({ restart }: { readonly restart: ChosenRestart }) => {
  const { ids, newId, operation } = restart;
  const [only] = ids;
  if (ids.length === 1 && newId !== null)
    return (
      <span>
        Restarted {only} as <TaskLink id={newId} />
      </span>
    );
  const missing = ids.length - operation.total;
  return (
    <span>
      Restarted <OperationLink id={operation.id}>{`${operation.done} tasks`}</OperationLink>
      {missing > 0 && `; ${missing} were not dead any more`}
    </span>
  );
};

/** Tells of a restart, and lets it be taken back for as long as it is read. */
export const tellRestart = (restart: ChosenRestart): void => {
  const toast = `restart ${restart.operation.id}`;
  notifications.show({
    id: toast,
    autoClose: readingMs,
    withBorder: true,
    message: (
      <span className="undo-toast">
        <Told restart={restart} />
        <UndoButton restart={restart} toast={toast} />
      </span>
    ),
  });
};
