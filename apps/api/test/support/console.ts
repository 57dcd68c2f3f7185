import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright-core';
import { eventually } from './eventually.js';
import { adminPassword, type TestSpool } from './spool.js';

const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const patienceMs = 30_000;

/** Starts the browser that `CHROME_PATH` names. */
export const startBrowser = (): Promise<Browser> => {
  const executablePath = process.env['CHROME_PATH'];
  if (executablePath === undefined) throw new Error('CHROME_PATH names no browser to test with.');
  return chromium.launch({ executablePath, args: browserArguments });
};

/** A page of the console and what went wrong on it. */
export interface ConsolePage {
  readonly page: Page;
  /** Errors of the page's own code and violations of its content security policy. */
  readonly faults: readonly string[];
}

const isExpected = (message: string): boolean => message.startsWith('Failed to load resource');

/** Opens a page of the console in a browser profile of its own. */
export const openConsole = async (
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<ConsolePage> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('dialog', (dialog) => {
    faults.push(`A dialog says: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (message.type() === 'error' && !isExpected(message.text())) faults.push(message.text());
  });
  await page.goto(url);
  return { page, faults };
};

/** Fills in the form of the sign-in. */
export const enterCredentials = async (page: Page, username: string, password: string): Promise<void> => {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Sign-ins are throttled: one serves all tests of an installation. */
const signedIn = new WeakMap<TestSpool, SignedIn>();

const signInThroughForm = async (browser: Browser, spool: TestSpool): Promise<SignedIn> => {
  const { page } = await openConsole(browser, `${spool.url}/sign-in`);
  await enterCredentials(page, 'admin', adminPassword);
  await page.getByRole('button', { name: 'Account and display' }).waitFor();
  const state = await page.context().storageState();
  await page.context().close();
  return state;
};

/** Opens a page of the console as the operator `admin`. */
export const openAsAdmin = async (
  browser: Browser,
  spool: TestSpool,
  path: string,
  options: BrowserContextOptions = {},
): Promise<ConsolePage> => {
  const storageState = signedIn.get(spool) ?? (await signInThroughForm(browser, spool));
  signedIn.set(spool, storageState);
  return openConsole(browser, `${spool.url}${path}`, { ...options, storageState });
};

/** The row of a table that has this text in a cell. */
export const rowWith = (page: Page, table: string, text: string): Locator =>
  page
    .getByRole('table', { name: table })
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: text, exact: true }) });

/** Waits until a column's cell of a row reads this text. */
export const untilCellReads = async (
  page: Page,
  row: Locator,
  column: string,
  text: string,
): Promise<void> => {
  await row.waitFor();
  const headings = await page.getByRole('columnheader').allInnerTexts();
  const position = headings.map((heading) => heading.trim()).indexOf(column);
  if (position < 0) throw new Error(`No column "${column}" among ${headings.join(', ')}.`);
  await row.getByRole('cell').nth(position).getByText(text, { exact: true }).waitFor();
};

/** Signs out by the menu of the account. */
export const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Account and display' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
};

/** Takes the pointer off the list: rows that left it go only then. */
export const movePointerAway = (page: Page): Promise<void> => page.mouse.move(0, 0);

/** Waits until exactly this many elements are in the document: what is counted at once may not be drawn yet. */
export const untilCounted = (elements: Locator, count: number): Promise<true> =>
  eventually(`${count} of ${String(elements)}`, async () =>
    (await elements.count()) === count ? true : null,
  );

/** Waits until a list has loaded this many rows, of which only those on the screen are in the document. */
export const untilRowCount = async (page: Page, table: string, count: number): Promise<void> => {
  // The heading is a row too.
  await page.locator(`table[aria-label="${table}"][aria-rowcount="${count + 1}"]`).waitFor();
};
