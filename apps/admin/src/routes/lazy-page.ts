import { lazyRouteComponent } from '@tanstack/react-router';

/** The code of a page could not be loaded: the service is away, or has been replaced by another version. */
export class PageNotLoaded extends Error {
  override readonly name = 'PageNotLoaded';
}

/**
 * A page whose code is loaded when it is opened. The router's own answer to code that is missing is to load the
 * window anew at once, which ends in the browser's error page while the service restarts.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch((cause: unknown) => {
        throw new PageNotLoaded('This page could not be loaded.', { cause });
      }),
    name,
  );
