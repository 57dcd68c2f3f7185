import { problem } from '@spool/contracts';
import type { Answer, Call, MoreHeaders } from '@spool/test-bed/caller.js';

/** One request that may be as wrong as it likes. */
export interface Shot {
  /** What is wrong with it, for the report. */
  readonly what: string;
  readonly method: string;
  readonly address: string;
  readonly body?: unknown;
  readonly headers?: MoreHeaders;
}

/** How a barrage was answered. */
export interface BarrageReport {
  /** Answers that nobody may get, whatever was asked. */
  readonly faults: readonly string[];
  /** How many answers there were of each status. */
  readonly statuses: ReadonlyMap<number, number>;
}

const atOnce = 8;
const shownCharacters = 300;

/** What is wrong with an answer, whatever was asked; null when nothing is. */
export const faultOf = ({ status, body }: Answer<unknown>): string | null => {
  if (status >= 500) return `answered ${status}`;
  if (status < 400) return null;
  const read = problem.safeParse(body);
  if (!read.success) return `answered ${status} without a problem document`;
  if (read.data.status !== status) return `answered ${status} with a document about ${read.data.status}`;
  const isSilent = read.data.code === 'validation_failed' && (read.data.errors ?? []).length === 0;
  return isSilent ? 'refused without a word on what is wrong' : null;
};

/** Sends many requests, some at a time, and notes which were answered wrongly. */
export class Barrage {
  private readonly faults: string[] = [];
  private readonly statuses = new Map<number, number>();
  private readonly underWay = new Set<Promise<void>>();

  constructor(private readonly call: Call) {}

  /** Sends a request when there is room for it. */
  async send(shot: Shot): Promise<void> {
    while (this.underWay.size >= atOnce) await Promise.race(this.underWay);
    const sending = this.judge(shot).finally(() => this.underWay.delete(sending));
    this.underWay.add(sending);
  }

  /** Waits for every answer. */
  async report(): Promise<BarrageReport> {
    await Promise.all(this.underWay);
    return { faults: this.faults, statuses: this.statuses };
  }

  private async judge({ what, method, address, body, headers }: Shot): Promise<void> {
    const answer = await this.call(method, address, body, headers);
    this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1);
    const fault = faultOf(answer);
    if (fault === null) return;
    this.faults.push(`${what} → ${fault}: ${JSON.stringify(answer.body).slice(0, shownCharacters)}`);
  }
}
