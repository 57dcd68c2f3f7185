import { SpoolError } from '../spool-error.js';
import type { LoadClass } from './load-shedding.js';

interface Bucket {
  tokens: number;
  filledAtMs: number;
}

const mostSubjects = 50_000;

/**
 * So many requests a second of each subject, a second's worth at once: a bucket of tokens a subject, in memory. Settling
 * goes on until a second's worth is owed: it frees what others wait for, and is never the first to be refused.
 */
export class RateLimit {
  private readonly buckets = new Map<string, Bucket>();

  /** No limit where `perSecond` is 0. `whose` ends the sentence that a refusal says. */
  constructor(
    private readonly perSecond: number,
    private readonly whose: string,
    private readonly readClockMs: () => number = () => performance.now(),
  ) {}

  /** Counts a request. Throws `rate_limited` where the subject has made too many. */
  take(subject: string, loadClass: LoadClass): void {
    if (this.perSecond === 0) return;
    const bucket = this.bucketOf(subject);
    const least = loadClass === 'settling' ? 1 - this.perSecond : 1;
    if (bucket.tokens < least) throw this.refusal(least - bucket.tokens);
    bucket.tokens -= 1;
  }

  /** The subject's bucket, filled up to now; whoever was not seen for longest makes room. */
  private bucketOf(subject: string): Bucket {
    const now = this.readClockMs();
    const bucket = this.buckets.get(subject) ?? { tokens: this.perSecond, filledAtMs: now };
    const earned = ((now - bucket.filledAtMs) / 1_000) * this.perSecond;
    bucket.tokens = Math.min(this.perSecond, bucket.tokens + earned);
    bucket.filledAtMs = now;
    this.buckets.delete(subject);
    this.buckets.set(subject, bucket);
    const [oldest] = this.buckets.keys();
    if (this.buckets.size > mostSubjects && oldest !== undefined) this.buckets.delete(oldest);
    return bucket;
  }

  private refusal(tokensShort: number): SpoolError {
    return new SpoolError(
      'rate_limited',
      `This replica takes ${this.perSecond} requests a second of one ${this.whose}: send fewer, larger batches.`,
      { retryAfterSeconds: tokensShort / this.perSecond },
    );
  }
}
