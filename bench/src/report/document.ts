import type { WorkloadName } from '../workloads/catalogue.js';
import { barChart } from './chart.js';
import { figuresOf, type Figure, type RunResult } from './results.js';
import { figuresTable, sidesTable } from './table.js';

/** What is said above the figures. */
export interface Circumstances {
  readonly date: string;
  readonly form: string;
  readonly machine: string;
  readonly versions: string;
  /** Sides that were not measured, and why. */
  readonly absent: readonly string[];
}

/** A workload as the document tells of it. */
export interface Chapter {
  readonly workload: WorkloadName;
  readonly title: string;
  readonly shows: string;
}

/** A text, and the charts that it shows, by file name. */
export interface ReportedResults {
  readonly text: string;
  readonly charts: ReadonlyMap<string, string>;
}

const begin = '<!-- results: written by npm run bench -->';
const end = '<!-- end of results -->';
/** Beyond this many figures a table reads better with a row for each. */
const mostColumns = 4;

const chartName = (workload: WorkloadName): string => `performance-${workload.toLowerCase()}.svg`;

const chapterText = (chapter: Chapter, figures: readonly Figure[], troubles: readonly string[]): string => {
  const table = figures.length > mostColumns ? figuresTable(figures) : sidesTable(figures);
  const correctness =
    troubles.length === 0
      ? 'Correct in every round.'
      : ['**Not correct:**', '', ...troubles.map((trouble) => `- ${trouble}`)].join('\n');
  const chart =
    figures.length === 0 ? [] : [`![${chapter.title}](images/${chartName(chapter.workload)})`, ''];
  return [`### ${chapter.title}`, '', chapter.shows, '', ...chart, table, '', correctness].join('\n');
};

const circumstancesText = ({ date, form, machine, versions, absent }: Circumstances): string =>
  [
    `Measured on ${date}, ${form} form: ${machine}.`,
    '',
    `${versions}.`,
    '',
    'Medians over the rounds; in brackets the lowest and the highest. Every round starts each side anew, in turn.',
    ...absent.map((text) => `\n${text}`),
  ].join('\n');

/** Tables and charts of all chapters that have results. */
export const reportResults = (
  chapters: readonly Chapter[],
  results: readonly RunResult[],
  circumstances: Circumstances,
): ReportedResults => {
  const charts = new Map<string, string>();
  const texts = chapters.flatMap((chapter) => {
    const own = results.filter(({ workload }) => workload === chapter.workload);
    if (own.length === 0) return [];
    const figures = figuresOf(chapter.workload, own);
    const [first] = figures;
    if (first !== undefined) charts.set(chartName(chapter.workload), barChart(chapter.title, first));
    const troubles = own.flatMap((result) => result.troubles.map((text) => `${result.side}: ${text}`));
    return [chapterText(chapter, figures, troubles)];
  });
  const text = [begin, '', circumstancesText(circumstances), '', texts.join('\n\n'), '', end].join('\n');
  return { text, charts };
};

/** Puts results where the last ones stood in a document, or at its end. */
export const placeResults = (document: string, text: string): string => {
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from === -1 || to === -1) return `${document.trimEnd()}\n\n${text}\n`;
  return `${document.slice(0, from)}${text}${document.slice(to + end.length)}`;
};
