import { traceparent } from '@spool/contracts';
import type { TraceContext } from './trace-scope.js';

/** Reads a W3C `traceparent`; null for one that is malformed or stands for no span. */
export const readTraceparent = (text: string): TraceContext | null => {
  if (!traceparent.safeParse(text).success) return null;
  const [version, traceId = '', spanId = '', flags = ''] = text.split('-');
  const isInvalid = version === 'ff' || /^0+$/.test(traceId) || /^0+$/.test(spanId);
  return isInvalid ? null : { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1 };
};
