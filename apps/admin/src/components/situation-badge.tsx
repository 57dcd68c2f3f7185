import type { ReactNode } from 'react';
import type { Situation } from './situation.js';
import './situation-badge.css';

/** Shapes on a 16-unit grid, told apart without colour. */
const shapes: Record<Situation, ReactNode> = {
  ready: <circle cx="8" cy="8" r="5.25" />,
  scheduled: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M8 4.75V8l2.25 1.5" />
    </>
  ),
  backoff: <path d="M12.9 9.6A5.25 5.25 0 1 1 11.7 4.3L13 5.6M13 2.75V5.6h-2.85" />,
  waiting: <path d="M3 4.5h10M3 8h10M3 11.5h6" />,
  paused: <path d="M5.75 3.75v8.5M10.25 3.75v8.5" strokeWidth="2.25" />,
  running: (
    <>
      <circle cx="8" cy="8" r="5.25" />
      <path d="M8 2.75a5.25 5.25 0 0 1 0 10.5z" fill="currentColor" />
    </>
  ),
  done: <path d="M3 8.5 6.5 12 13 4.5" />,
  dead: <path d="M5.5 2h5L14 5.5v5L10.5 14h-5L2 10.5v-5z" fill="currentColor" stroke="none" />,
  restarted: <path d="M3 8h9M8.5 4.25 12.25 8 8.5 11.75" />,
  forwarded: <path d="M2.5 11.5V9a3 3 0 0 1 3-3H13M9.75 2.75 13 6 9.75 9.25" />,
};

/** The glyph of a situation alone, for beside a word of its own. */
export const SituationGlyph = ({ situation }: { readonly situation: Situation }) => (
  <svg className="situation-glyph" data-situation={situation} viewBox="0 0 16 16" aria-hidden="true">
    {shapes[situation]}
  </svg>
);

/** A situation by glyph and word, never by hue alone. */
export const SituationBadge = ({ situation }: { readonly situation: Situation }) => (
  <span className="situation" data-situation={situation}>
    <SituationGlyph situation={situation} />
    {situation}
  </span>
);
