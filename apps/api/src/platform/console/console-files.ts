import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIG, type Config } from '../config/config.js';

const builtConsole = fileURLToPath(new URL('../../../../admin/dist', import.meta.url));
const page = 'index.html';
const reserved = /^\/(v1|health|metrics|openapi\.json)(\/|$)/;
const hashedAsset = /^assets\//;
const aYear = 'public, max-age=31536000, immutable';

const listFiles = (folder: string): ReadonlySet<string> => {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return new Set(
      files.map((file) =>
        path.relative(folder, path.join(file.parentPath, file.name)).split(path.sep).join('/'),
      ),
    );
  } catch {
    return new Set();
  }
};

const acceptsPages = (request: FastifyRequest): boolean =>
  request.headers.accept?.includes('text/html') === true;

/** The console's built files. Only names that were there at the start are ever opened: no path leads elsewhere. */
@Injectable()
export class ConsoleFiles {
  /** The folder that the files are in. */
  readonly directory: string;
  private readonly files: ReadonlySet<string>;

  constructor(@Inject(CONFIG) config: Config) {
    this.directory = path.resolve(config.consoleDirectory ?? builtConsole);
    this.files = listFiles(this.directory);
  }

  /** Sends the file of a path, or the console's page for a path of its own; false when there is nothing to send. */
  async send(urlPath: string, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const name = this.fileFor(urlPath, request);
    if (name === null) return false;
    const cacheControl = hashedAsset.test(name) ? aYear : 'no-cache';
    await reply.header('cache-control', cacheControl).sendFile(name, this.directory, { cacheControl: false });
    return true;
  }

  private fileFor(urlPath: string, request: FastifyRequest): string | null {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null;
    const name = urlPath.slice(1);
    if (name !== '' && this.files.has(name)) return name;
    const isPage = urlPath === '/' || (!reserved.test(urlPath) && acceptsPages(request));
    return isPage && this.files.has(page) ? page : null;
  }
}
