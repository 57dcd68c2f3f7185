import { CopyButton } from '@mantine/core';
import { ActionButton } from './action-button.js';

/** Copies the address of this view, to hand it to a colleague. */
export const CopyLink = () => (
  <CopyButton value={globalThis.location.href} timeout={2_000}>
    {({ copied, copy }) => <ActionButton label={copied ? 'Copied' : 'Copy link'} onAct={copy} />}
  </CopyButton>
);
