import { z } from 'zod';
import * as administration from '../administration.js';
import { route } from '../route.js';

/** Health, metrics and this document. */
export const serviceRoutes = {
  live: route({
    method: 'GET',
    path: '/health/live',
    permission: 'public',
    summary: 'The process runs',
    answers: { 200: administration.health },
  }),
  ready: route({
    method: 'GET',
    path: '/health/ready',
    permission: 'public',
    summary: 'Database reachable, migrations current',
    answers: { 200: administration.health },
  }),
  metrics: route({
    method: 'GET',
    path: '/metrics',
    permission: ['read'],
    summary: 'Prometheus metrics',
    answers: { 200: z.string() },
  }),
  openapi: route({
    method: 'GET',
    path: '/openapi.json',
    permission: 'signed-in',
    summary: 'This document',
    answers: { 200: z.unknown() },
  }),
};
