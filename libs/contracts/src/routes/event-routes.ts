import { z } from 'zod';
import { route } from '../route.js';
import { none } from './parts.js';

/** What changed, as it changes. */
export const eventRoutes = {
  streamEvents: route({
    method: 'GET',
    path: '/v1/events',
    permission: ['read'],
    summary: 'What changed, as server-sent events',
    query: none,
    answers: { 200: z.string() },
  }),
};
