import { cutText } from './cut-text.js';

/** How far something is. */
export interface Progress {
  readonly done: number;
  /** Null where nobody knows. */
  readonly total: number | null;
  /** What stands behind the bar. */
  readonly words: string;
}

const barColumns = 24;
const drawEveryMs = 100;

/** The line of a bar: `[########________________]  33 %  330 of 1,000 tasks`. */
export const barLine = ({ done, total, words }: Progress): string => {
  if (total === null || total === 0) return words;
  const part = Math.min(1, done / total);
  const filled = Math.floor(part * barColumns);
  const bar = `${'#'.repeat(filled)}${'_'.repeat(barColumns - filled)}`;
  return `[${bar}] ${String(Math.floor(part * 100)).padStart(3)} %  ${words}`;
};

/** One line at the bottom of a terminal that says how far something is; nothing at all where standard error is none. */
export class ProgressBar {
  private drawnAtMs = -drawEveryMs;
  private isShown = false;

  constructor(private readonly stream: NodeJS.WriteStream = process.stderr) {}

  /** Draws, ten times a second at most. */
  show(progress: Progress): void {
    const nowMs = performance.now();
    if (!this.stream.isTTY || nowMs - this.drawnAtMs < drawEveryMs) return;
    this.drawnAtMs = nowMs;
    this.isShown = true;
    this.stream.write(`\r\u001b[K${cutText(barLine(progress), this.stream.columns - 1)}`);
  }

  /** Takes the line away, so that something else can be said. */
  clear(): void {
    if (this.isShown) this.stream.write('\r\u001b[K');
    this.isShown = false;
    this.drawnAtMs = -drawEveryMs;
  }
}
