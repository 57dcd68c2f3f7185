import { queueConfiguration, type QueueConfiguration, type QueuePatch } from '@spool/contracts';
import { validate } from '../platform/http/validate.js';

/** Merges a patch into a configuration, nested settings too, and checks the whole. Throws `validation_failed`. */
export const mergeConfiguration = (current: QueueConfiguration, patch: QueuePatch): QueueConfiguration => {
  const { backoff, deadLetter, retention, ...plain } = patch;
  return validate(queueConfiguration, {
    ...current,
    ...plain,
    backoff: { ...current.backoff, ...backoff },
    deadLetter: mergeDeadLetter(current.deadLetter, deadLetter),
    retention: { ...current.retention, ...retention },
  });
};

/** A mode that needs no target drops the one that was there, unless the patch names one. */
const mergeDeadLetter = (current: QueueConfiguration['deadLetter'], patch: QueuePatch['deadLetter']) => {
  if (patch === undefined || patch['mode'] === undefined || patch['mode'] === 'forward')
    return { ...current, ...patch };
  return patch;
};
