import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

const ownFolder = fileURLToPath(new URL('./page', import.meta.url));
const swaggerFolder = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const files: ReadonlyMap<string, readonly [folder: string, name: string]> = new Map([
  ['/docs', [ownFolder, 'index.html']],
  ['/docs/', [ownFolder, 'index.html']],
  ['/docs/start.js', [ownFolder, 'start.js']],
  ['/docs/swagger-ui.css', [swaggerFolder, 'swagger-ui.css']],
  ['/docs/swagger-ui-bundle.js', [swaggerFolder, 'swagger-ui-bundle.js']],
]);

/** The pages that show the API's description. They hold nothing secret: the description itself needs credentials. */
@Injectable()
export class DocsPages {
  /** Sends the file of a path; false when it is none of these pages. */
  async send(urlPath: string, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const file = files.get(urlPath);
    if (file === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
    const [folder, name] = file;
    await reply.header('cache-control', 'no-cache').sendFile(name, folder, { cacheControl: false });
    return true;
  }
}
