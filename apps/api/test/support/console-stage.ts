import { afterEach, beforeAll } from '@jest/globals';
import { SpoolClient } from '@spool/client';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { openAsAdmin, openConsole, startBrowser, type ConsolePage } from './console.js';
import { forAllTests } from './for-all-tests.js';
import { setUpSpool } from './spool-stage.js';
import type { TestSpool } from './spool.js';

/** One installation and one browser for all tests of a file. */
export interface ConsoleStage {
  readonly spool: TestSpool;
  readonly client: SpoolClient;
  readonly browser: Browser;
  /** Opens a page as the operator `admin`. */
  open(path: string, options?: BrowserContextOptions): Promise<ConsolePage>;
  /** Opens a page as nobody. */
  openSignedOut(path: string): Promise<ConsolePage>;
}

/** The browser for all tests of a file; what a test has opened is closed after it. */
const setUpBrowser = (): (() => Browser) => {
  const browser = forAllTests(startBrowser, (started) => started.close());
  afterEach(() =>
    Promise.all(
      browser()
        .contexts()
        .map((context) => context.close()),
    ),
  );
  return browser;
};

/** Sets up the stage of a file's tests; its browser and its client are there once they run. */
export const setUpConsole = (prepare?: (stage: ConsoleStage) => Promise<void>): ConsoleStage => {
  // What is set up first ends first: no page is left when the installation goes.
  const browser = setUpBrowser();
  const spool = setUpSpool();
  const stage: ConsoleStage = {
    spool,
    get client() {
      return new SpoolClient({ url: spool.url, apiKey: spool.apiKey });
    },
    get browser() {
      return browser();
    },
    open: (path, options) => openAsAdmin(browser(), spool, path, options),
    openSignedOut: (path) => openConsole(browser(), `${spool.url}${path}`),
  };
  beforeAll(() => prepare?.(stage));
  return stage;
};
