import { z } from 'zod';
import { session } from './session.js';

/** A page of the console, with its search: nothing that leads out of it. */
export const consolePath = z
  .string()
  .max(2_000)
  .regex(/^\/(?![/\\])[^\p{Cc}]*$/u, 'A page of the console begins with one slash.');

/** The ways to sign in: with a local account, at an identity provider. */
export const signInWays = z.object({
  local: z.boolean(),
  provider: z.object({ name: z.string() }).nullable(),
});
/** The ways to sign in. */
export type SignInWays = z.infer<typeof signInWays>;

/** A sign-in at the identity provider: where to go once it is done. */
export const newProviderSignIn = z.strictObject({ from: consolePath.default('/') });

/** A sign-in that has begun: the address at the identity provider to which the browser goes. */
export const begunProviderSignIn = z.object({ address: z.url() });

/** What the identity provider sent the browser back with: the query of the address that it came to. */
export const providerAnswer = z.strictObject({ query: z.string().min(1).max(8_000) });

/** A session that has ended, and where its operator signs out at the identity provider; null where that is not to be. */
export const endedProviderSession = z.object({ address: z.url().nullable() });

/** A sign-in at the identity provider that is done. */
export const doneProviderSignIn = z.object({ session, from: consolePath });
