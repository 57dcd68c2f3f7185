import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Link,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { TransactionPurpose } from '../database/transaction-purpose.js';
import { within } from '../within.js';
import { currentTraces, inTraces, type TraceContext } from './trace-scope.js';
import { readTraceparent } from './traceparent.js';
import type { CallSpan, TaskStep, TracedCall, Tracing } from './tracing.js';

/** How spans are told. */
export interface TracingOptions {
  /** The address of the collector, without `/v1/traces`. */
  readonly endpoint: string;
  /** The part, 0 to 1, of traces that begin here which is told; those that callers began are told if they are recorded. */
  readonly ratio: number;
  readonly version: string;
  readonly logger: Logger;
}

const closePatienceMs = 2_000;
const mostLinks = 128;

const parentOf = (context: TraceContext | null | undefined): Context =>
  context === null || context === undefined
    ? ROOT_CONTEXT
    : trace.setSpanContext(ROOT_CONTEXT, { ...context, isRemote: true });

const linksTo = (contexts: readonly TraceContext[]): Link[] =>
  contexts.slice(0, mostLinks).map((context) => ({ context }));

const linksToTasks = (traceparents: readonly string[]): Link[] =>
  linksTo([...new Set(traceparents)].slice(0, mostLinks).flatMap((text) => readTraceparent(text) ?? []));

const system = { 'messaging.system': 'spool' };
const destination = (queue: string | null) => (queue === null ? {} : { 'messaging.destination.name': queue });
const inThread = (threadId: string | null) => (threadId === null ? {} : { 'spool.thread.id': threadId });

const kinds = { send: SpanKind.PRODUCER, receive: SpanKind.CLIENT, settle: SpanKind.CLIENT } as const;

const providerFor = ({ endpoint, ratio, version }: TracingOptions): TracerProvider =>
  new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'spool', 'service.version': version }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` }),
      }),
    ],
  });

/** Tells what happens by OpenTelemetry, in the words of its conventions for messaging. No payload is in any span. */
export class OpenTelemetry implements Tracing {
  readonly isOn = true;
  private readonly provider: TracerProvider;
  private readonly tracer: Tracer;

  constructor(options: TracingOptions) {
    const { logger } = options;
    const warn = (message: string): void =>
      logger.warn({ detail: message.slice(0, 500) }, 'Traces are not told');
    const say = {
      warn,
      error: warn,
      info: () => undefined,
      debug: () => undefined,
      verbose: () => undefined,
    };
    diag.setLogger(say, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
    this.provider = providerFor(options);
    this.tracer = this.provider.getTracer('spool', options.version);
  }

  beginCall({ operation, name, queue, traceparent, startedAtMs }: TracedCall): CallSpan {
    const attributes = {
      ...system,
      ...destination(queue),
      'messaging.operation.type': operation,
      'messaging.operation.name': name,
    };
    const caller = traceparent === undefined ? null : readTraceparent(traceparent);
    const options = { kind: kinds[operation], attributes, startTime: startedAtMs };
    const span = this.tracer.startSpan(
      queue === null ? operation : `${operation} ${queue}`,
      options,
      parentOf(caller),
    );
    return {
      context: span.spanContext(),
      note: ({ ids, threadId, traceparents }) => {
        const [only] = ids;
        if (ids.length === 1 && only !== undefined)
          span.setAttributes({ 'messaging.message.id': only, ...inThread(threadId) });
        else span.setAttribute('messaging.batch.message_count', ids.length);
        span.addLinks(linksToTasks(traceparents));
      },
      end: (status) => {
        span.setAttribute('http.response.status_code', status);
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  }

  async transaction<Result>(
    { kind, callers = 1 }: TransactionPurpose,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const [parent, ...others] = currentTraces();
    if (parent === undefined) return await work();
    const attributes = { 'db.system.name': 'mysql', 'db.operation.name': kind, 'spool.callers': callers };
    const span = this.tracer.startSpan(
      `transaction ${kind}`,
      { kind: SpanKind.CLIENT, attributes, links: linksTo(others) },
      parentOf(parent),
    );
    return await this.within(span, () => inTraces([span.spanContext()], work));
  }

  tellSteps(steps: readonly TaskStep[]): void {
    const links = linksTo(currentTraces());
    for (const step of steps) this.tellStep(step, links);
  }

  async close(): Promise<void> {
    await within(this.provider.shutdown(), closePatienceMs).catch(() => undefined);
  }

  private async within<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      // Its message may hold what it should not: the log has it, without parameters.
      span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  }

  private tellStep(step: TaskStep, links: readonly Link[]): void {
    const parent = readTraceparent(step.traceparent);
    if (parent === null || parent.traceFlags === 0) return;
    const isWait = step.kind === 'wait';
    const attributes = {
      ...system,
      ...destination(step.queue),
      'messaging.message.id': step.taskId,
      ...inThread(step.threadId),
      'spool.attempt': step.attempt,
      'messaging.operation.name': step.kind,
      ...(isWait ? {} : { 'messaging.operation.type': 'settle' }),
      ...(step.outcome === undefined ? {} : { 'spool.outcome': step.outcome }),
    };
    const span = this.tracer.startSpan(
      `${isWait ? 'wait' : 'settle'} ${step.queue}`,
      {
        kind: isWait ? SpanKind.INTERNAL : SpanKind.CLIENT,
        attributes,
        startTime: step.fromMs,
        links: [...links],
      },
      parentOf(parent),
    );
    span.end(step.toMs ?? Math.max(step.fromMs, Date.now()));
  }
}
