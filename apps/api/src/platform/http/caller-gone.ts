import type { ServerResponse } from 'node:http';

/** A signal that fires when the client goes away before its answer was written. */
export const callerGone = (response: ServerResponse): AbortSignal => {
  const controller = new AbortController();
  if (response.destroyed && !response.writableFinished) controller.abort();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
};
