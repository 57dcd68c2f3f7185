import { SpoolClient } from '@spool/client';

/** Calls the API that served this page; the session cookie speaks for the operator. What fails is shown at once. */
export const client = new SpoolClient({ url: '', retry: false });
