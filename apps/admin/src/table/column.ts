import type { ReactNode } from 'react';

/** A column of a table. Widths are in pixels; columns do not change theirs with what they hold. */
export interface Column<Row> {
  readonly name: string;
  /** What stands in the column; `index` is the row's place in the list, from 0. */
  readonly cell: (row: Row, index: number) => ReactNode;
  /** The width, unless the column grows; 120 by default. */
  readonly width?: number;
  /** Takes a share of what is left of the width, and cuts its text. */
  readonly grows?: boolean;
  /** Numbers stand at the end. */
  readonly align?: 'end';
  /** Whether the column shows where the table is as narrow as a phone; true by default. */
  readonly onPhone?: boolean;
  /** Whether the column shows where the table is narrow, beside a panel say; as on a phone by default. */
  readonly whenNarrow?: boolean;
  /** The heading is for screen readers only. */
  readonly silent?: boolean;
}

/** Holds the longest time as seen from now, `23 h 59 min ago`, in one line. */
export const momentWidth = 114;

const usualWidth = 120;
const choiceWidth = 32;
const widestOnPhone = 116;

const showsOnPhone = <Row>(column: Column<Row>): boolean => column.onPhone ?? true;
const showsWhenNarrow = <Row>(column: Column<Row>): boolean => column.whenNarrow ?? showsOnPhone(column);

const trackOf = <Row>({ grows, width = usualWidth }: Column<Row>): string =>
  grows === true ? `minmax(${Math.min(width, usualWidth)}px, 1fr)` : `${width}px`;

/** Texts are cut to fit a phone; buttons, which stand without a heading, are not. */
const phoneTrackOf = <Row>({ grows, silent, width = usualWidth }: Column<Row>): string => {
  if (grows === true) return 'minmax(0, 1fr)';
  return silent === true ? `${width}px` : `minmax(0, ${Math.min(width, widestOnPhone)}px)`;
};

/** The grid of a table's rows at each of its widths, as CSS variables. */
export const gridOf = <Row>(columns: readonly Column<Row>[], hasChoice: boolean) => {
  const first = hasChoice ? [`${choiceWidth}px`] : [];
  const join = (tracks: readonly string[]) => [...first, ...tracks].join(' ');
  return {
    '--grid-wide': join(columns.map(trackOf)),
    '--grid-narrow': join(columns.filter(showsWhenNarrow).map(trackOf)),
    '--grid-phone': join(columns.filter(showsOnPhone).map(phoneTrackOf)),
  };
};

/** The classes of a column's cells. */
export const classesOf = <Row>(column: Column<Row>): string =>
  [
    'cell',
    column.align === 'end' ? 'cell-end' : '',
    showsOnPhone(column) ? '' : 'cell-not-on-phone',
    showsWhenNarrow(column) ? '' : 'cell-not-when-narrow',
  ]
    .filter((name) => name !== '')
    .join(' ');
