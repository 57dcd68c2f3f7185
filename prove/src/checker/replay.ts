import type { Installation } from '@spool/oracle/installation.js';
import { perform } from '@spool/oracle/oracle.js';
import type { Event, Knowledge } from './events.js';
import { clockSlackMs, recordedEnd, untold, type Objection } from './objection.js';
import { doItems } from './replay-items.js';
import { arrive, take, takeUnseen } from './replay-lines.js';

/** Carries out on the model what an event did, or says why it cannot have happened here. The model is changed. */
export const replay = (model: Installation, event: Event, known: Knowledge): Objection => {
  for (const step of event.steps) {
    const objection =
      step.kind === 'arrives'
        ? arrive(model, step, event)
        : step.kind === 'taken'
          ? take(model, step, event)
          : step.kind === 'taken-unseen'
            ? takeUnseen(model, step, event)
            : doItems(model, step, { event, known });
    if (objection !== null) return objection;
  }
  return null;
};

/**
 * Lets the lease of this thread lapse (R7), if it may have by a certain time; returns why not, or null when it has. What
 * the service recorded of the attempt binds it: a lapse that is not recorded did not happen.
 */
export const lapse = (model: Installation, known: Knowledge, byMs: number): Objection => {
  const held = model.tasks.find((task) => task.lease !== null);
  if (held?.lease === undefined || held.lease === null) return 'nobody holds a lease';
  const { expiresAtMs, token } = held.lease;
  if (known.settledTokens.has(token)) return 'its worker settled it';
  const lapsedAtMs = recordedEnd(known, held, 'lapsed');
  if (lapsedAtMs === null && !known.goneIds.has(held.id)) return 'no lapse is recorded';
  if (lapsedAtMs !== null && lapsedAtMs < expiresAtMs) return `task ${held.id} lapsed before its time`;
  if ((lapsedAtMs ?? expiresAtMs) > byMs + clockSlackMs) return 'it is too early';
  perform(model, { kind: 'lapse' }, lapsedAtMs ?? expiresAtMs);
  if (lapsedAtMs === null && held.state === 'ENQUEUED') {
    held.scheduledAtMs = untold;
    held.lineAtMs = untold;
  }
  return null;
};
