import { Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { DeadTaskGroup } from '@spool/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useDeadGroup, useResolve } from '../../api/dead-tasks.js';
import { useRefusal } from '../../api/session.js';
import { ActionButton } from '../../components/action-button.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { Sparkline } from '../../components/sparkline.js';
import { StrangerText } from '../../components/stranger-text.js';
import { tellFailure } from '../../components/toasts.js';
import { Moment } from '../../time/moment.js';
import { wordTasks } from '../operations/operation-words.js';
import { GroupStatus } from './group-status.js';
import { wordLastDay } from './last-day.js';

const Resolve = ({ group }: { readonly group: DeadTaskGroup }) => {
  const refusal = useRefusal('operate');
  const [isAsking, asking] = useDisclosure(false);
  const [note, setNote] = useState(group.note ?? '');
  const resolve = useResolve(group.group);
  const say = (status: 'open' | 'resolved') =>
    resolve.act(
      { status, ...(status === 'resolved' ? { note: note.trim() === '' ? null : note.trim() } : {}) },
      { onSuccess: asking.close, tellFailure: (error) => tellFailure('It was not changed', error) },
    );
  if (group.status === 'resolved')
    return (
      <ActionButton
        label="Open again"
        refusal={refusal}
        isBusy={resolve.isPending}
        onAct={() => say('open')}
      />
    );
  return (
    <>
      <ActionButton label="Resolve…" refusal={refusal} onAct={asking.open} />
      <ConfirmDialog
        title="Say that this error is resolved?"
        confirmLabel="Resolve"
        isOpen={isAsking}
        isBusy={resolve.isPending}
        onConfirm={() => say('resolved')}
        onClose={asking.close}
      >
        <p className="dialog-text">It shows as regressed when a task dies of it again.</p>
        <Textarea
          label="Note"
          size="xs"
          autosize
          minRows={2}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </ConfirmDialog>
    </>
  );
};

const Actions = ({ group }: { readonly group: DeadTaskGroup }) => {
  const navigate = useNavigate();
  const refusal = useRefusal('operate');
  const plan = (action: 'restart' | 'delete') =>
    void navigate({ to: '/dlq/plan', search: { action, group: group.group, queue: group.queue } });
  return (
    <div className="group-actions">
      <ActionButton
        label={`Restart all ${group.count.toLocaleString('en-US')}…`}
        variant="filled"
        refusal={refusal ?? (group.count === 0 ? 'No task is dead of this error.' : null)}
        onAct={() => plan('restart')}
      />
      <ActionButton
        label="Delete all…"
        isGrave
        refusal={refusal ?? (group.count === 0 ? 'No task is dead of this error.' : null)}
        onAct={() => plan('delete')}
      />
      <Resolve group={group} />
    </div>
  );
};

interface GroupHeadProps {
  readonly group: string;
  readonly queue: string | undefined;
}

/** One error: how many died of it, where and when, and what can be done about all of them. */
export const GroupHead = ({ group: name, queue }: GroupHeadProps) => {
  const group = useDeadGroup(name, queue).data;
  if (group === undefined || group === null) return null;
  const { errorType, message, count, threads, firstSeenAt, lastSeenAt, deathsPerHour, status, note } = group;
  return (
    <section className="group-head" aria-label="Error">
      <p className="group-error">
        {errorType !== null && <StrangerText text={errorType} />} <bdi>{message}</bdi>
      </p>
      <p className="group-facts">
        <GroupStatus status={status} />
        <span>
          <strong>{wordTasks(count)}</strong> dead, in{' '}
          {threads === 1 ? '1 thread' : `${threads.toLocaleString('en-US')} threads`}
        </span>
        <span>
          first <Moment at={firstSeenAt} />, last <Moment at={lastSeenAt} />
        </span>
        <Sparkline values={deathsPerHour} label={wordLastDay(deathsPerHour)} />
        {note !== null && <bdi className="faint">“{note}”</bdi>}
      </p>
      <Actions group={group} />
    </section>
  );
};
