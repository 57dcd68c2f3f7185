import type { DeadTaskGroupStatus } from '@spool/contracts';
import { SituationGlyph } from '../../components/situation-badge.js';
import type { Situation } from '../../components/situation.js';

const glyphs: Readonly<Record<DeadTaskGroupStatus, Situation>> = {
  open: 'ready',
  resolved: 'done',
  regressed: 'dead',
};

/** What operators say of an error: open, resolved, or back again after it was. */
export const GroupStatus = ({ status }: { readonly status: DeadTaskGroupStatus }) => (
  <span className="situation" data-situation={glyphs[status]} data-status={status}>
    <SituationGlyph situation={glyphs[status]} />
    {status}
  </span>
);
