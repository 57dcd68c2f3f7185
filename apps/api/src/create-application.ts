import 'reflect-metadata';
import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppModule } from './app.module.js';
import { makeFirstCredentials, type FirstCredentials } from './first-start/first-credentials.js';
import { keepAddress } from './first-start/kept-address.js';
import { AccessControl } from './platform/auth/access-control.js';
import { LastKnownCallers } from './platform/auth/last-known-callers.js';
import type { Config } from './platform/config/config.js';
import { UrgentDatabase, urgentPoolSize } from './platform/database/urgent-database.js';
import { connectDataSource } from './platform/database/data-source.js';
import { databaseServerOf } from './platform/database/database-server.js';
import { Database } from './platform/database/database.js';
import { Pulse } from './platform/database/pulse.js';
import { prepareDatabase } from './platform/database/prepare-database.js';
import { useBodyParser } from './platform/http/body-parser.js';
import { fastifyOptions } from './platform/http/fastify-options.js';
import { useHooks } from './platform/http/hooks.js';
import { LoadShedder } from './platform/http/load-shedding.js';
import { OpenConnections } from './platform/http/open-connections.js';
import { RateLimits } from './platform/http/rate-limits.js';
import { ProblemFilter } from './platform/http/problem-filter.js';
import { useSecurityHeaders } from './platform/http/security-headers.js';
import { UnknownRoutes } from './platform/http/unknown-routes.js';
import { createLogger } from './platform/logging/logger.js';
import { NestLogger } from './platform/logging/nest-logger.js';
import { tellPools } from './platform/database/pool-numbers.js';
import { tellBuild } from './platform/metrics/build-info.js';
import { Metrics } from './platform/metrics/metrics.js';
import type { PlatformParts } from './platform/platform.module.js';
import { Redaction } from './platform/redaction/redaction.js';
import { Shutdown } from './platform/shutdown.js';
import { startTracing } from './platform/tracing/start-tracing.js';
import { traceCalls } from './platform/tracing/traced-calls.js';

/** Connections that may come at once and wait to be taken; the system bounds it too (net.core.somaxconn). */
const mostUnaccepted = 4_096;

/** A running replica. */
export interface SpoolApplication {
  /** The Nest application, for tests that look inside. */
  readonly app: NestFastifyApplication;
  readonly parts: PlatformParts;
  /** What the first start made, to be printed once; null on every later start. */
  readonly firstCredentials: FirstCredentials | null;
  /** Begins to serve; returns the address listened on. */
  listen(): Promise<string>;
  /** Turns load balancers away, then stops accepting, finishes what runs, closes the connections to the database. */
  close(): Promise<void>;
}

const connectParts = async (config: Config): Promise<PlatformParts> => {
  const logger = createLogger(config.logLevel);
  const tracing = await startTracing(config, logger);
  const metrics = new Metrics();
  metrics.collectProcessMetrics();
  tellBuild(metrics);
  const server = databaseServerOf(config);
  const dataSource = await connectDataSource({ ...server, poolSize: config.databasePoolSize });
  const pulse = new Pulse(server);
  const urgentDataSource = await connectDataSource({ ...server, poolSize: urgentPoolSize });
  tellPools(metrics, {
    main: { dataSource, size: config.databasePoolSize },
    urgent: { dataSource: urgentDataSource, size: urgentPoolSize },
  });
  return {
    config,
    metrics,
    logger,
    tracing,
    shutdown: new Shutdown(),
    database: new Database(dataSource, metrics, pulse, tracing),
    urgentDatabase: new UrgentDatabase(urgentDataSource, metrics, pulse, tracing),
  };
};

const disconnect = async (parts: PlatformParts): Promise<void> => {
  await parts.database.dataSource.destroy();
  await parts.urgentDatabase.dataSource.destroy();
  await parts.tracing.close();
};

const buildApplication = async (parts: PlatformParts): Promise<NestFastifyApplication> => {
  const adapter = new FastifyAdapter(fastifyOptions(parts.config, parts.logger));
  const server: FastifyInstance = adapter.getInstance();
  await useSecurityHeaders(server);
  await server.register(fastifyStatic, { serve: false, preCompressed: true });
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(parts), adapter, {
    logger: new NestLogger(parts.logger),
    bodyParser: false,
    abortOnError: false,
  });
  app.useGlobalFilters(new ProblemFilter());
  useBodyParser(server);
  useHooks(server, {
    access: app.get(AccessControl),
    lastKnownCallers: new LastKnownCallers(app.get(AccessControl)),
    load: app.get(LoadShedder),
    rates: app.get(RateLimits),
    redaction: app.get(Redaction),
    unknownRoutes: app.get(UnknownRoutes),
    metrics: parts.metrics,
    shutdown: parts.shutdown,
    slowRequestMs: parts.config.slowRequestMs,
  });
  traceCalls(server, parts.tracing);
  return app;
};

const runningApplication = (
  app: NestFastifyApplication,
  parts: PlatformParts,
  firstCredentials: FirstCredentials | null,
): SpoolApplication => {
  const server: Server = app.getHttpServer();
  const connections = new OpenConnections(server);
  return {
    app,
    parts,
    firstCredentials,
    listen: async () => {
      await app.listen({ port: parts.config.port, host: parts.config.host, backlog: mostUnaccepted });
      await keepAddress(parts);
      return await app.getUrl();
    },
    close: async () => {
      parts.shutdown.leave();
      await pause(parts.config.drainDelayMs);
      parts.shutdown.begin();
      connections.stop();
      await app.close();
      await disconnect(parts);
    },
  };
};

const prepare = async (config: Config): Promise<FirstCredentials | null> => {
  let firstCredentials: FirstCredentials | null = null;
  await prepareDatabase({
    server: databaseServerOf(config),
    waitMs: config.databaseWaitMs,
    migrates: config.migrations === 'auto',
    afterMigrations: async (database) => {
      firstCredentials = await makeFirstCredentials(database, config);
    },
  });
  return firstCredentials;
};

/** Makes the database ready and builds a replica that can begin to serve. Throws what keeps it from starting. */
export const createApplication = async (config: Config): Promise<SpoolApplication> => {
  const firstCredentials = await prepare(config);
  const parts = await connectParts(config);
  try {
    const app = await buildApplication(parts);
    await app.init();
    return runningApplication(app, parts, firstCredentials);
  } catch (error) {
    await disconnect(parts);
    throw error;
  }
};
