import type { FastifyRequest } from 'fastify';
import { SpoolError } from '../spool-error.js';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

const refuse = (): never => {
  throw new SpoolError(
    'forbidden',
    'This request comes from another site. Behind a proxy, set SPOOL_PUBLIC_URL to the address in the browser.',
  );
};

const headerText = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(',') : value;

/**
 * Refuses a state-changing request that another site's page made with an operator's session. Every browser that
 * honours a SameSite cookie sends Origin with such requests; without it, Sec-Fetch-Site must say `same-origin`, and
 * a request with neither header comes from a program that holds the cookie by itself, not from a page.
 */
export const checkOrigin = (request: FastifyRequest, publicUrl: string | null): void => {
  if (safeMethods.has(request.method)) return;
  const site = headerText(request.headers['sec-fetch-site']);
  const { origin } = request.headers;
  if (origin === undefined) {
    if (site !== undefined && site !== 'same-origin') refuse();
    return;
  }
  if (publicUrl !== null && origin === new URL(publicUrl).origin) return;
  if (origin !== `${request.protocol}://${request.host}`) refuse();
};
