import { once } from 'node:events';
import { createServer } from 'node:http';
import { z } from 'zod';

const attribute = z.object({
  key: z.string(),
  value: z.object({
    stringValue: z.string().optional(),
    intValue: z.union([z.number(), z.string()]).optional(),
  }),
});
const link = z.object({ traceId: z.string(), spanId: z.string() });
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  attributes: z.array(attribute),
  links: z.array(link).default([]),
});
const request = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
});

const namesAndValues = (attributes: readonly z.output<typeof attribute>[]): Record<string, string | number> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue ?? Number.NaN)]),
  );

/** A span as it arrived. */
export interface ToldSpan extends Omit<z.output<typeof span>, 'attributes'> {
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly durationMs: number;
}

/** Receives traces by OTLP over HTTP, as a collector does. */
export interface TraceCollector {
  readonly url: string;
  /** All that was told so far, in no order. */
  readonly spans: readonly ToldSpan[];
  /** All that arrived, as it came. */
  text(): string;
  /** Of whom it was told. */
  readonly services: ReadonlySet<string>;
  close(): Promise<void>;
}

const nanosAMs = 1_000_000n;

/** Starts a collector on a free port. */
export const startTraceCollector = async (): Promise<TraceCollector> => {
  const spans: ToldSpan[] = [];
  const services = new Set<string>();
  let text = '';
  const take = (body: string): void => {
    text += body;
    for (const { resource, scopeSpans } of request.parse(JSON.parse(body)).resourceSpans) {
      services.add(String(namesAndValues(resource.attributes)['service.name']));
      for (const told of scopeSpans.flatMap((scope) => scope.spans)) {
        const durationMs = Number((BigInt(told.endTimeUnixNano) - BigInt(told.startTimeUnixNano)) / nanosAMs);
        spans.push({ ...told, durationMs, attributes: namesAndValues(told.attributes) });
      }
    }
  };
  const server = createServer((incoming, answer) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      if (incoming.url === '/v1/traces') take(Buffer.concat(chunks).toString('utf8'));
      answer.setHeader('content-type', 'application/json').end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The collector has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    spans,
    services,
    text: () => text,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
