import { Controller, Get, Module } from '@nestjs/common';
import { ModulesContainer, NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { describe, expect, it } from '@jest/globals';
import { routes, type Route } from '@spool/contracts';
import { AccessControl } from '../../src/platform/auth/access-control.js';
import { LastKnownCallers } from '../../src/platform/auth/last-known-callers.js';
import { useHooks } from '../../src/platform/http/hooks.js';
import { LoadShedder } from '../../src/platform/http/load-shedding.js';
import { RateLimits } from '../../src/platform/http/rate-limits.js';
import { UnknownRoutes } from '../../src/platform/http/unknown-routes.js';
import { Redaction } from '../../src/platform/redaction/redaction.js';
import { setUpSpool } from '../support/spool-stage.js';

const spool = setUpSpool();

const catalogue: readonly Route[] = Object.values(routes);

const handlersOf = (controller: object): [name: string, handler: object][] =>
  Object.getOwnPropertyNames(controller).flatMap((name) => {
    const handler: unknown = Reflect.get(controller, name);
    return name !== 'constructor' && typeof handler === 'function' && Reflect.hasMetadata('path', handler)
      ? [[name, handler] satisfies [string, object]]
      : [];
  });

/** The catalogue’s entry behind each handler of each controller; undefined for a handler without one. */
const servedRoutes = (): (readonly [name: string, Route | undefined])[] => {
  const modules = [...spool.application.app.get(ModulesContainer).values()];
  return modules.flatMap((module) =>
    [...module.controllers.values()].flatMap(({ name, metatype }) => {
      if (typeof metatype !== 'function') return [];
      return handlersOf(metatype.prototype).map(([handlerName, handler]) => {
        const config: { spoolRoute?: Route } | undefined = Reflect.getMetadata(
          '__fastify_route_config__',
          handler,
        );
        return [`${name}.${handlerName}`, config?.spoolRoute] as const;
      });
    }),
  );
};

describe('The routes', () => {
  it('each name their permission, as an entry of the catalogue', () => {
    const served = servedRoutes();
    expect(served.length).toBeGreaterThan(0);
    for (const [name, route] of served) {
      expect([name, route?.permission]).toEqual([name, expect.anything()]);
      expect(catalogue).toContain(route);
    }
  });

  it('serve every entry of the catalogue once', () => {
    const served = servedRoutes().map(([, route]) => route);
    const titles = (list: readonly (Route | undefined)[]) =>
      list.map((route) => `${route?.method} ${route?.path}`);
    expect(titles(served).toSorted()).toEqual(titles(catalogue).toSorted());
  });

  it('let nobody in without credentials but where the catalogue says so', async () => {
    for (const { method, path, permission } of catalogue) {
      const { status } = await spool.callAnonymously(method, path.replaceAll(/:\w+/g, '1'));
      expect([method, path, status === 401]).toEqual([method, path, permission !== 'public']);
    }
  });

  it('without a permission keep the service from starting', async () => {
    @Controller()
    class Careless {
      @Get('/v1/careless')
      read(): string {
        return 'anybody';
      }
    }
    @Module({ controllers: [Careless] })
    class CarelessModule {}
    const adapter = new FastifyAdapter();
    const app = await NestFactory.create<NestFastifyApplication>(CarelessModule, adapter, {
      logger: false,
      abortOnError: false,
    });
    const { app: running, parts } = spool.application;
    useHooks(adapter.getInstance(), {
      access: running.get(AccessControl),
      lastKnownCallers: new LastKnownCallers(running.get(AccessControl)),
      load: running.get(LoadShedder),
      rates: running.get(RateLimits),
      redaction: running.get(Redaction),
      unknownRoutes: running.get(UnknownRoutes),
      metrics: parts.metrics,
      shutdown: parts.shutdown,
      slowRequestMs: parts.config.slowRequestMs,
    });
    await expect(app.init()).rejects.toThrow('/v1/careless names no permission');
  });
});
