import { describeSide } from '../sides/catalogue.js';
import { numberText } from './number-text.js';
import type { Figure, SideFigure } from './results.js';

const width = 720;
const labelWidth = 190;
const valueWidth = 90;
const barHeight = 18;
const rowHeight = 28;
const top = 44;
const plotWidth = width - labelWidth - valueWidth;

const colourOf = ({ side }: SideFigure): string => {
  if (side.startsWith('spool')) return '#2f6fde';
  if (side.startsWith('plain-sql')) return '#8a93a3';
  return describeSide(side).durable ? '#d98324' : '#e9c08f';
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const bar = (figure: SideFigure, index: number, scale: (value: number) => number, unit: Figure['unit']) => {
  const y = top + index * rowHeight;
  const middle = y + barHeight / 2;
  const end = labelWidth + scale(figure.median);
  const [low, high] = [labelWidth + scale(figure.lowest), labelWidth + scale(figure.highest)];
  return [
    `<text x="${labelWidth - 8}" y="${middle + 4}" text-anchor="end">${escaped(describeSide(figure.side).title)}</text>`,
    `<rect x="${labelWidth}" y="${y}" width="${(end - labelWidth).toFixed(1)}" height="${barHeight}" fill="${colourOf(figure)}"/>`,
    `<path d="M${low.toFixed(1)} ${middle}H${high.toFixed(1)}" stroke="#1b1f27" stroke-width="1.5"/>`,
    `<text x="${(Math.max(end, high) + 8).toFixed(1)}" y="${middle + 4}">${numberText(figure.median, unit)}</text>`,
  ].join('\n');
};

/** A bar a side, as long as its median, with a line from its lowest to its highest round; an SVG document. */
export const barChart = (title: string, { sides, unit, metric }: Figure): string => {
  const longest = Math.max(...sides.map(({ highest }) => highest));
  const scale = (value: number): number => (longest === 0 ? 0 : (value / longest) * plotWidth);
  const height = top + sides.length * rowHeight + 10;
  const label = `${title}: ${metric}, ${unit}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(label)}" font-family="system-ui, sans-serif" font-size="13" fill="#1b1f27">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="12" y="24" font-size="14" font-weight="600">${escaped(label)}</text>`,
    ...sides.map((figure, index) => bar(figure, index, scale, unit)),
    '</svg>',
    '',
  ].join('\n');
};
