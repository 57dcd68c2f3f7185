import { Injectable } from '@nestjs/common';
import { routes } from '@spool/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AccessControl } from '../auth/access-control.js';
import { ConsoleFiles } from '../console/console-files.js';
import { DocsPages } from '../openapi/docs-pages.js';
import { SpoolError } from '../spool-error.js';
import { RouteTable } from './route-table.js';

const pathOf = (url: string): string => url.split('?', 1)[0] ?? url;

/** Answers what no route serves: files of the console and of the API's description, a method that a path has not, and nothing at all. */
@Injectable()
export class UnknownRoutes {
  private readonly table = new RouteTable(Object.values(routes));

  constructor(
    private readonly access: AccessControl,
    private readonly docs: DocsPages,
    private readonly console: ConsoleFiles,
  ) {}

  /** Sends a file; throws `unauthenticated`, `method_not_allowed` or `not_found` otherwise. */
  async answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const path = pathOf(request.url);
    const methods = this.table.methodsOf(path);
    if (methods.length === 0 && (await this.sendFile(path, request, reply))) {
      // A browser that hung up in the middle of a file left the answer open: nobody may answer it a second time.
      if (!reply.sent) reply.hijack();
      return;
    }
    await this.access.authenticate(request);
    if (methods.length === 0) throw new SpoolError('not_found', 'There is no such route.');
    throw new SpoolError('method_not_allowed', `This path has ${methods.join(', ')}.`, {
      allowedMethods: methods,
    });
  }

  private async sendFile(path: string, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    return (await this.docs.send(path, request, reply)) || (await this.console.send(path, request, reply));
  }
}
