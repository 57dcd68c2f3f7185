/** How many attempts a subject has within a window of time. */
export interface AttemptLimit {
  readonly attempts: number;
  readonly windowMs: number;
}

interface Window {
  readonly beganAtMs: number;
  attempts: number;
}

const mostSubjects = 50_000;

/** Counts attempts by subject in windows of fixed length; the clock is handed in. */
export class AttemptWindow {
  private readonly windows = new Map<string, Window>();

  constructor(private readonly limit: AttemptLimit) {}

  /** How long a subject must wait, in milliseconds; 0 when it may try now. */
  waitMs(subject: string, nowMs: number): number {
    const window = this.current(subject, nowMs);
    if (window === undefined || window.attempts < this.limit.attempts) return 0;
    return window.beganAtMs + this.limit.windowMs - nowMs;
  }

  /** Counts an attempt. */
  add(subject: string, nowMs: number): void {
    const window = this.current(subject, nowMs);
    if (window !== undefined) {
      window.attempts += 1;
      return;
    }
    this.windows.delete(subject);
    this.windows.set(subject, { beganAtMs: nowMs, attempts: 1 });
    const [oldest] = this.windows.keys();
    if (this.windows.size > mostSubjects && oldest !== undefined) this.windows.delete(oldest);
  }

  /** Takes one attempt back. */
  forgive(subject: string, nowMs: number): void {
    const window = this.current(subject, nowMs);
    if (window !== undefined) window.attempts = Math.max(0, window.attempts - 1);
  }

  /** Forgets a subject's attempts. */
  clear(subject: string): void {
    this.windows.delete(subject);
  }

  private current(subject: string, nowMs: number): Window | undefined {
    const window = this.windows.get(subject);
    return window !== undefined && nowMs - window.beganAtMs < this.limit.windowMs ? window : undefined;
  }
}
