import type { Readable } from 'node:stream';
import { Controller } from '@nestjs/common';
import { routes } from '@spool/contracts';
import { Serves, type AnswerOf, type Call } from '../platform/serves.js';
import { EventsService } from './events.service.js';

/** What keeps proxies from collecting, compressing or keeping a stream. */
const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

/** The contract calls the answer a text; the server writes it as it comes. */
const asText = (stream: Readable): AnswerOf<typeof routes.streamEvents> => stream as unknown as string;

/** What changed, as it changes. */
@Controller()
export class EventsController {
  constructor(private readonly events: EventsService) {}

  @Serves(routes.streamEvents)
  async stream({ request, reply, caller }: Call<typeof routes.streamEvents>) {
    reply.headers(streamHeaders);
    return request.method === 'HEAD' ? '' : asText(await this.events.open(request, caller));
  }
}
