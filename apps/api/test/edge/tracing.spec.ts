import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { context, propagation, SpanKind } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { Worker } from '@spool/client';
import { freshName } from '../support/fresh-names.js';
import { lapseAtOnce } from '../support/lapses.js';
import { startSpool, type TestSpool } from '../support/spool.js';
import { TaskCalls } from '../support/task-calls.js';
import { eventually } from '../support/eventually.js';
import { recordOf, untilSettled } from '../support/worker-record.js';
import { startTraceCollector, type ToldSpan, type TraceCollector } from '../support/trace-collector.js';

const secret = 'what nobody but the worker may read';

const newTrace = (flags = '01') => {
  const traceId = randomBytes(16).toString('hex');
  const spanId = randomBytes(8).toString('hex');
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-${flags}` };
};

let collector: TraceCollector;
let spool: TestSpool;
let calls: TaskCalls;
const queue = freshName('queue');
const threadId = freshName('thread');
const producer = newTrace();
const consumer = newTrace();
const batched = newTrace();
const unrecorded = newTrace('00');
const lapsing = newTrace();
const inWorker = newTrace();
let taskId: string;
let lapsedId: string;

const callIn = (trace: { traceparent: string }) => {
  const headers = { traceparent: trace.traceparent };
  return new TaskCalls((method, path, body) => spool.call(method, path, body, headers));
};

/** Everything that is told happens here. */
const liveThrough = async (): Promise<void> => {
  await calls.putQueue(queue, { maxAttempts: 2, backoff: { type: 'fixed', initialMs: 0 } });

  ({ id: taskId } = await callIn(producer).enqueue(queue, { threadId, payload: secret }));
  const first = await callIn(consumer).takeOne(queue);
  expect(first.traceparent).toBe(producer.traceparent);
  await callIn(consumer).fail([first], { error: { message: secret } });
  await callIn(consumer).complete([await callIn(consumer).takeOne(queue)], { result: secret });

  await calls.enqueueBatch(queue, [
    { traceparent: batched.traceparent },
    {},
    { traceparent: unrecorded.traceparent },
  ]);
  await calls.complete(await calls.dequeue(queue, { max: 3 }));

  ({ id: lapsedId } = await calls.enqueue(queue, { traceparent: lapsing.traceparent }));
  await calls.takeOne(queue);
  await lapseAtOnce(spool, [lapsedId]);
  await eventually('the lapse', async () =>
    (await calls.task(lapsedId)).state === 'ENQUEUED' ? true : null,
  );
  await workOff(inWorker.traceparent);
};

/** What is left to tell is told when the replica stops. */
beforeAll(async () => {
  collector = await startTraceCollector();
  spool = await startSpool({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
  calls = new TaskCalls(spool.call);
  await liveThrough().finally(() => spool.close());
});

/** A worker with the lines that its README gives, and a tracer of its own. */
const workOff = async (traceparent: string): Promise<void> => {
  const exporter = new OTLPTraceExporter({ url: `${collector.url}/v1/traces` });
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  const tracer = provider.getTracer('a worker');
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const other = freshName('queue');
  await calls.putQueue(other);
  await calls.enqueue(other, { traceparent });
  const worker = new Worker({
    url: spool.url,
    apiKey: spool.apiKey,
    queue: other,
    handlers: () => 'done',
    onRun: (task, run) => {
      const caller = propagation.extract(context.active(), task);
      const options = { kind: SpanKind.CONSUMER, attributes: { 'messaging.message.id': task.id } };
      return tracer.startActiveSpan(`process ${task.queue}`, options, caller, (span) =>
        run().finally(() => span.end()),
      );
    },
  });
  const record = recordOf(worker);
  worker.start();
  await untilSettled(record, 1);
  await worker.stop();
  await provider.shutdown();
  propagation.disable();
};

afterAll(() => collector.close());

const inTrace = ({ traceId }: { traceId: string }): ToldSpan[] =>
  collector.spans
    .filter((span) => span.traceId === traceId)
    .sort((left, right) => Number(BigInt(left.startTimeUnixNano) - BigInt(right.startTimeUnixNano)));

const outline = (spans: readonly ToldSpan[]): string[] =>
  spans.map(({ name, attributes }) =>
    [name, attributes['messaging.operation.name'], attributes['spool.outcome']].filter(Boolean).join(' '),
  );

describe('A trace', () => {
  it('follows a task from its producer through the queue and each attempt to its end', () => {
    const spans = inTrace(producer);
    expect(outline(spans).sort()).toEqual(
      [
        `send ${queue} enqueue`,
        'transaction enqueue',
        `wait ${queue} wait`,
        `settle ${queue} fail retrying`,
        `wait ${queue} wait`,
        `settle ${queue} complete completed`,
      ].sort(),
    );
    const about = spans.filter(({ name }) => !name.startsWith('transaction'));
    for (const { attributes } of about)
      expect(attributes).toMatchObject({
        'messaging.system': 'spool',
        'messaging.destination.name': queue,
        'messaging.message.id': taskId,
        'spool.thread.id': threadId,
      });
    const attempts = spans.flatMap(({ attributes }) => attributes['spool.attempt'] ?? []);
    expect(attempts.map(String).sort()).toEqual(['1', '1', '2', '2']);
    const ownSpans = about.filter(({ name }) => !name.startsWith('transaction'));
    for (const { parentSpanId } of ownSpans) expect(parentSpanId).toBe(producer.spanId);
  });

  it('has the transaction within the call that it was for', () => {
    const [send] = inTrace(producer).filter(({ name }) => name.startsWith('send'));
    const [transaction] = inTrace(producer).filter(({ name }) => name.startsWith('transaction'));
    expect(transaction?.parentSpanId).toBe(send?.spanId);
    expect(transaction?.durationMs).toBeLessThanOrEqual((send?.durationMs ?? 0) + 1);
  });

  it('of a worker has its calls, with links to the tasks that they were about', () => {
    const spans = inTrace(consumer);
    expect(outline(spans).filter((line) => !line.startsWith('transaction'))).toEqual([
      `receive ${queue} dequeue`,
      'settle fail',
      `receive ${queue} dequeue`,
      'settle complete',
    ]);
    const links = spans.filter(({ name }) => name.startsWith('receive')).map((span) => span.links);
    expect(links).toEqual(
      [1, 2].map(() => [expect.objectContaining({ traceId: producer.traceId, spanId: producer.spanId })]),
    );
  });

  it('of a batch is each task’s own, linked from the call', () => {
    const [send] = collector.spans.filter(
      ({ name, attributes }) => name === `send ${queue}` && attributes['messaging.batch.message_count'] === 3,
    );
    expect(send?.links.map(({ traceId }) => traceId)).toEqual([batched.traceId, unrecorded.traceId]);
    expect(outline(inTrace(batched))).toEqual([`wait ${queue} wait`, `settle ${queue} complete completed`]);
  });

  it('goes on in the worker', () => {
    const spans = inTrace(inWorker);
    const names = spans.map(({ name }) => name.split(' ')[0]);
    expect(names).toEqual(['wait', 'process', 'settle']);
    for (const { parentSpanId } of spans) expect(parentSpanId).toBe(inWorker.spanId);
  });

  it('that its producer does not record is not told', () => {
    expect(inTrace(unrecorded)).toEqual([]);
  });

  it('tells of a lapse', () => {
    expect(outline(inTrace(lapsing))).toContain(`settle ${queue} fail lapsed`);
  });

  it('has nothing of payloads, results and errors in it, and is the service’s', () => {
    expect(collector.text()).not.toContain(secret);
    expect(collector.services).toContain('spool');
  });
});
