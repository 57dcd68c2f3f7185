import { isNativeError } from 'node:util/types';
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import { SpoolError, unavailable } from '../../platform/spool-error.js';

const mostDescriptionCharacters = 200;

const codesOfSilence = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM']);

/** No connection, no answer in time, or an answer such as 502. */
const isSilence = (error: unknown): boolean =>
  error instanceof ClientError
    ? codesOfSilence.has(error.code ?? '') || isSilence(error.cause)
    : isNativeError(error) && error.message === 'fetch failed';

const refused = (detail: string, cause: unknown): SpoolError =>
  new SpoolError('unauthenticated', detail, { cause });

const wordRefusal = (error: AuthorizationResponseError, name: string): string => {
  if (error.error === 'access_denied') return `The sign-in was cancelled or refused at ${name}.`;
  const description = (error.error_description ?? error.error).slice(0, mostDescriptionCharacters);
  return `${name} refused the sign-in: ${description}`;
};

/** What went wrong with the provider, for who signs in; what exactly is the cause, for the log. */
export const asProviderFailure = (error: unknown, name: string): SpoolError => {
  if (error instanceof AuthorizationResponseError) return refused(wordRefusal(error, name), error);
  if (error instanceof ResponseBodyError) {
    return refused(`${name} did not accept this sign-in: begin again.`, error);
  }
  if (isSilence(error)) return unavailable(`${name} does not answer: try again later.`, error);
  return refused(`The answer of ${name} could not be trusted: begin again.`, error);
};
