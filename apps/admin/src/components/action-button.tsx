import { Button, Tooltip, type ButtonProps } from '@mantine/core';

interface ActionButtonProps extends Pick<ButtonProps, 'variant' | 'size'> {
  readonly label: string;
  readonly onAct: () => void;
  readonly isBusy?: boolean;
  /** Why it is not possible now; the button is then disabled and says so. */
  readonly refusal?: string | null;
  /** Marks what cannot be taken back. */
  readonly isGrave?: boolean;
  /** The accessible name where the label alone would repeat on every row. */
  readonly name?: string;
}

/** A button that stays reachable when it is disabled, to say why. */
export const ActionButton = (props: ActionButtonProps) => {
  const { label, onAct, isBusy = false, refusal = null, isGrave = false, name = label } = props;
  const { variant = 'default', size = 'xs' } = props;
  return (
    <Tooltip label={refusal} disabled={refusal === null} events={{ hover: true, focus: true, touch: true }}>
      <Button
        variant={variant}
        size={size}
        loading={isBusy}
        aria-label={name}
        aria-disabled={refusal !== null}
        {...(refusal === null ? {} : { 'data-disabled': true })}
        {...(isGrave && refusal === null ? { c: 'var(--state-dead)' } : {})}
        onClick={(event) => (refusal === null ? onAct() : event.preventDefault())}
      >
        {label}
      </Button>
    </Tooltip>
  );
};
