import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { SituationGlyph } from './situation-badge.js';
import type { Situation } from './situation.js';
import './tiles.css';

interface TileProps {
  readonly label: string;
  readonly situation?: Situation;
  readonly value: ReactNode;
  /** Where the number is explained. */
  readonly link?: Pick<LinkProps, 'to' | 'search'>;
  /** Nothing to see: the number is drawn quietly. */
  readonly isQuiet?: boolean;
}

/** One number with its name; it leads to what it counts. */
export const Tile = ({ label, situation, value, link, isQuiet = false }: TileProps) => {
  const content = (
    <>
      <span className="tile-label" data-situation={situation}>
        {situation !== undefined && <SituationGlyph situation={situation} />}
        {label}
      </span>
      <span className="tile-value" data-quiet={isQuiet} data-situation={situation}>
        {value}
      </span>
    </>
  );
  return link === undefined ? (
    <div className="tile">{content}</div>
  ) : (
    <Link {...link} className="tile">
      {content}
    </Link>
  );
};

/** A count as a tile. */
export const CountTile = ({
  count,
  ...tile
}: Omit<TileProps, 'value' | 'isQuiet'> & { readonly count: number }) => (
  <Tile {...tile} value={count.toLocaleString('en-US')} isQuiet={count === 0} />
);

/** Tiles side by side. */
export const Tiles = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <section className="tiles" aria-label={label}>
    {children}
  </section>
);
