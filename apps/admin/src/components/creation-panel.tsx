import type { FormEvent, ReactNode } from 'react';
import '../queue/queue-form.css';
import { FormFoot } from './form-foot.js';
import { ShownOnce } from './shown-once.js';
import { SidePanel } from './side-panel.js';

/** A secret that was just made. */
export interface NewSecret {
  readonly title: string;
  /** What it is, such as `API key`. */
  readonly label: string;
  readonly secret: string;
}

interface CreationPanelProps {
  readonly title: string;
  readonly submitLabel: string;
  readonly isBusy: boolean;
  readonly error: Error | null;
  /** Null until it is made. */
  readonly made: NewSecret | null;
  readonly onSubmit: (event: FormEvent) => void;
  /** The secret was seen: what was made belongs into the list. */
  readonly onSeen: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form in a panel that makes something with a secret, and then shows the secret once. */
export const CreationPanel = ({ title, made, onSeen, onClose, children, ...form }: CreationPanelProps) => {
  const { submitLabel, isBusy, error, onSubmit } = form;
  if (made !== null) {
    const close = () => {
      onClose();
      onSeen();
    };
    return <ShownOnce {...made} onClose={close} />;
  }
  return (
    <SidePanel label={title} title={title} onClose={onClose}>
      <form className="queue-form" onSubmit={onSubmit}>
        {children}
        <FormFoot label={submitLabel} isBusy={isBusy} error={error} onClose={onClose} />
      </form>
    </SidePanel>
  );
};
