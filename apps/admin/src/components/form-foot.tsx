import { Button, Group } from '@mantine/core';
import { wordProblem } from './problem-notice.js';

interface FormFootProps {
  readonly label: string;
  readonly isBusy: boolean;
  readonly error: Error | null;
  /** Words an error otherwise than the server does. */
  readonly wordError?: (error: Error) => string;
  readonly onClose: () => void;
}

/** The end of a form in a panel: what went wrong, and the buttons. */
export const FormFoot = ({ label, isBusy, error, wordError = wordProblem, onClose }: FormFootProps) => (
  <div className="form-foot">
    {error !== null && (
      <p className="form-failure" role="alert">
        {wordError(error)}
      </p>
    )}
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" loading={isBusy}>
        {label}
      </Button>
    </Group>
  </div>
);
