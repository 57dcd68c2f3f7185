import { AsyncLocalStorage } from 'node:async_hooks';

/** A span that others may belong to. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  /** 1 when the trace is recorded. */
  readonly traceFlags: number;
}

const none: readonly TraceContext[] = [];
const scope = new AsyncLocalStorage<readonly TraceContext[]>();

/** The spans for which is done what runs now: several where calls are merged, none while tracing is off. */
export const currentTraces = (): readonly TraceContext[] => scope.getStore() ?? none;

/** Runs work for these spans. It costs nothing where there are none, nor were. */
export const inTraces = <Result>(traces: readonly TraceContext[], work: () => Result): Result =>
  traces.length === 0 && currentTraces().length === 0 ? work() : scope.run(traces, work);
