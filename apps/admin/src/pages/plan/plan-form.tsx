import { Textarea, TextInput } from '@mantine/core';
import { zodResolver } from '@hookform/resolvers/zod';
import type { OperationPreview } from '@spool/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { useBeginOperation, type OperationOrder } from '../../api/operations.js';
import { useRefusal } from '../../api/session.js';
import { ActionButton } from '../../components/action-button.js';
import { Section } from '../../components/page.js';
import { tellFailure } from '../../components/toasts.js';
import { wordTasks } from '../operations/operation-words.js';
import { orderWith, planOptions, usualOptions, type PlanOptions } from './plan-options.js';

interface PlanFormProps {
  readonly order: OperationOrder;
  readonly preview: OperationPreview;
}

const promises = {
  restart: 'It goes on when you close this tab. It can be paused, cancelled and undone.',
  delete: 'What is deleted is gone for good.',
} as const;
const verbs = { restart: 'Restart', delete: 'Delete' } as const;

interface StartProps extends PlanFormProps {
  readonly isBusy: boolean;
  readonly onStart: () => void;
}

const Start = ({ order: { action }, preview: { eligible }, isBusy, onStart }: StartProps) => {
  const right = useRefusal('operate');
  return (
    <div className="plan-start">
      <ActionButton
        label={`${verbs[action]} ${wordTasks(eligible)}`}
        variant={action === 'restart' ? 'filled' : 'default'}
        refusal={right ?? (eligible === 0 ? 'No dead task is eligible.' : null)}
        isBusy={isBusy}
        isGrave={action === 'delete'}
        onAct={onStart}
      />
      <span className="faint">{promises[action]}</span>
    </div>
  );
};

/** How to go about it: how many first, how fast, and why; then the start. */
export const PlanForm = ({ order, preview }: PlanFormProps) => {
  const navigate = useNavigate();
  const begin = useBeginOperation();
  const { register, handleSubmit, formState } = useForm<PlanOptions>({
    resolver: zodResolver(planOptions),
    defaultValues: usualOptions(order, preview),
  });
  const { errors } = formState;
  const start = handleSubmit((chosen) =>
    begin.act(orderWith(order, chosen), {
      onSuccess: ({ id }) => void navigate({ to: '/operations/$operationId', params: { operationId: id } }),
      tellFailure: (error) => tellFailure('It did not begin', error),
    }),
  );
  return (
    <Section title="3. How">
      <form className="plan-form" onSubmit={(event) => void start(event)}>
        {order.action === 'restart' && (
          <TextInput
            {...register('canary')}
            label="Canary"
            description="So many first; the others follow when all of these have passed."
            placeholder="none"
            inputMode="numeric"
            error={errors.canary?.message}
          />
        )}
        <TextInput
          {...register('ratePerSecond')}
          label="Rate"
          description="Tasks a second; empty is as fast as it goes."
          placeholder="no limit"
          inputMode="numeric"
          error={errors.ratePerSecond?.message}
        />
        <Textarea
          {...register('reason')}
          label="Reason"
          description="For whoever finds this operation later."
          size="xs"
          autosize
          minRows={1}
          error={errors.reason?.message}
        />
        <Start order={order} preview={preview} isBusy={begin.isPending} onStart={() => void start()} />
      </form>
    </Section>
  );
};
