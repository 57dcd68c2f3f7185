import type { Operation } from '@spool/contracts';
import { SituationGlyph } from '../../components/situation-badge.js';
import type { Situation } from '../../components/situation.js';
import { standingOf, type Standing } from './operation-words.js';

const glyphs: Readonly<Record<Standing, Situation>> = {
  running: 'running',
  canary: 'scheduled',
  paused: 'paused',
  verifying: 'backoff',
  verified: 'done',
  deleted: 'done',
  cancelled: 'paused',
  failed: 'dead',
  undoing: 'running',
  undone: 'restarted',
};

/** How an operation stands, by glyph and word. */
export const OperationBadge = ({ operation }: { readonly operation: Operation }) => {
  const standing = standingOf(operation);
  const glyph = glyphs[standing];
  return (
    <span className="situation" data-situation={glyph}>
      <SituationGlyph situation={glyph} />
      {standing}
    </span>
  );
};
