import { SpoolClient } from '@spool/client';

/** Calls the API that served this page; the session cookie speaks for the operator. */
export const client = new SpoolClient({ url: '' });
