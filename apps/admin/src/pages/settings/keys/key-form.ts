import { newApiKey } from '@spool/contracts';
import { z } from 'zod';
import { patternsIn } from '../operators/operator-form.js';

/** A new API key as the form holds it, read into the contract's own schema, which judges it. */
export const keyForm = z
  .object({
    name: z.string(),
    scopes: z.array(z.string()),
    queues: z.string().transform(patternsIn),
    expiresAt: z.string(),
  })
  .transform(({ expiresAt, ...key }): unknown => ({
    ...key,
    ...(expiresAt === '' ? {} : { expiresAt: new Date(expiresAt).toISOString() }),
  }))
  .pipe(
    newApiKey.transform(({ expiresAt, ...key }) => ({
      ...key,
      ...(expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt).toISOString() }),
    })),
  );

/** What the fields of the form hold. */
export type KeyFields = z.input<typeof keyForm>;

/** The fields of a key that may do what a service usually does. */
export const firstKeyFields: KeyFields = {
  name: '',
  scopes: ['enqueue', 'work'],
  queues: '*',
  expiresAt: '',
};
