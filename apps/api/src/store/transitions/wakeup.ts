/** Something may be dequeued from a queue at a time, now or later: told to whoever waits, after the commit. */
export interface Wakeup {
  readonly queueId: number;
  readonly readyAtMs: number;
}
