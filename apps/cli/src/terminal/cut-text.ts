import stringWidth from 'string-width';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const sign = '…';

/** A text in so many columns of a terminal at most; what is left out is marked. */
export const cutText = (text: string, columns: number): string => {
  if (stringWidth(text) <= columns) return text;
  let kept = '';
  let width = 0;
  for (const { segment } of graphemes.segment(text)) {
    width += stringWidth(segment);
    if (width > columns - 1) break;
    kept += segment;
  }
  return `${kept}${sign}`;
};

/** A text in exactly so many columns, if it has no more of them. */
export const padText = (text: string, columns: number, align: 'left' | 'right' = 'left'): string => {
  const padding = ' '.repeat(Math.max(0, columns - stringWidth(text)));
  return align === 'left' ? `${text}${padding}` : `${padding}${text}`;
};
