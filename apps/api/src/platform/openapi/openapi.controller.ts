import { Controller } from '@nestjs/common';
import { routes } from '@spool/contracts';
import { RawJson } from '../http/raw-json.js';
import { Serves } from '../serves.js';
import { openApiDocument } from './document.js';

/** The description of the API. */
@Controller()
export class OpenApiController {
  private document: RawJson | undefined;

  @Serves(routes.openapi)
  read(): RawJson {
    this.document ??= new RawJson(JSON.stringify(openApiDocument(routes)));
    return this.document;
  }
}
