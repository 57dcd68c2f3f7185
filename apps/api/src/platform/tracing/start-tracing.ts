import type { Logger } from 'pino';
import type { Config } from '../config/config.js';
import { spoolVersion } from '../metrics/build-info.js';
import { noTracing, type Tracing } from './tracing.js';

/** Tracing as it is set up: off, and none of its code loaded, unless a collector is named. */
export const startTracing = async (config: Config, logger: Logger): Promise<Tracing> => {
  const { tracesEndpoint, tracesRatio } = config;
  if (tracesEndpoint === null) return noTracing;
  const { OpenTelemetry } = await import('./open-telemetry.js');
  return new OpenTelemetry({
    endpoint: tracesEndpoint,
    ratio: Number(tracesRatio),
    version: spoolVersion,
    logger,
  });
};
