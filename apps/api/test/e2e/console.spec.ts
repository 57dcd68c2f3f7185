import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SpoolClient } from '@spool/client';
import type { Browser, Page } from 'playwright-core';
import {
  enterCredentials,
  openAsAdmin,
  openConsole,
  signOut,
  rowWith,
  startBrowser,
  untilCellReads,
  untilRowCount,
} from '../support/console.js';
import { adminPassword, startSpool, type TestSpool } from '../support/spool.js';
import { fillForPicture, picturedDeaths } from '../support/picture.js';
import { enqueue, killOne, takeOne } from '../support/workload.js';

const pictureFile = fileURLToPath(new URL('../../../../docs/images/console-dlq.png', import.meta.url));

jest.setTimeout(120_000);

let spool: TestSpool;
let client: SpoolClient;
let browser: Browser;

beforeAll(async () => {
  spool = await startSpool();
  client = new SpoolClient({ url: spool.url, apiKey: spool.apiKey });
  browser = await startBrowser();
});

afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

afterAll(async () => {
  await browser?.close();
  await spool?.close();
});

const toast = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });
const panel = (page: Page, id: string) => page.getByRole('complementary', { name: `Dead task ${id}` });

describe('signing in', () => {
  it('leads whoever is not signed in to the form, and from there to the page that was asked for', async () => {
    const { page, faults } = await openConsole(browser, `${spool.url}/dlq?queue=orders`);
    await page.getByRole('heading', { name: 'Sign in to Spool' }).waitFor();

    await enterCredentials(page, 'admin', adminPassword);

    await page.getByRole('heading', { name: 'Dead letter queue' }).waitFor();
    expect(new URL(page.url()).search).toBe('?queue=orders');
    expect(faults).toEqual([]);
  });

  it('refuses a wrong password and says so', async () => {
    const { page } = await openConsole(browser, spool.url);

    await enterCredentials(page, 'admin', 'not the password');

    await toast(page, 'The name or the password is wrong.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/sign-in');
  });

  it('never leads out of the console', async () => {
    const { page } = await openConsole(browser, `${spool.url}/sign-in?from=//elsewhere.example`);

    await enterCredentials(page, 'admin', adminPassword);

    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(new URL(page.url()).origin).toBe(spool.url);
  });

  it('ends with signing out: the pages are closed again', async () => {
    const { page } = await openConsole(browser, `${spool.url}/queues`);
    await enterCredentials(page, 'admin', adminPassword);

    await signOut(page);
    await page.getByRole('heading', { name: 'Sign in to Spool' }).waitFor();
    await page.goto(`${spool.url}/tasks`);

    await page.getByRole('heading', { name: 'Sign in to Spool' }).waitFor();
  });
});

describe('queues', () => {
  it('show their counts, and follow them without a reload', async () => {
    await client.queues.put('counted', {});
    await client.tasks.enqueueBatch('counted', [
      { payload: 1, threadId: 'counted' },
      { payload: 2, threadId: 'counted' },
      { payload: 3, threadId: 'counted' },
      { payload: 4, delayMs: 3_600_000 },
    ]);
    const { page, faults } = await openAsAdmin(browser, spool, '/queues');
    const row = rowWith(page, 'Queues', 'counted');
    await untilCellReads(page, row, 'Ready', '1');
    await untilCellReads(page, row, 'Waiting', '2');
    await untilCellReads(page, row, 'Scheduled', '1');

    await takeOne(client, 'counted');

    await untilCellReads(page, row, 'Running', '1');
    await untilCellReads(page, row, 'Ready', '0');
    expect(faults).toEqual([]);
  });

  it('are paused with a reason and resumed', async () => {
    await client.queues.put('held', {});
    const { page } = await openAsAdmin(browser, spool, '/queues');

    await page.getByRole('button', { name: 'Pause held' }).click();
    await page.getByLabel('Reason').fill('the receiver is down');
    await page.getByRole('button', { name: 'Pause queue' }).click();

    const row = page.getByRole('row').filter({ hasText: 'held' });
    await row.getByText('the receiver is down').waitFor();
    expect(await client.queues.get('held')).toMatchObject({
      paused: true,
      pauseReason: 'the receiver is down',
    });
    await page.getByRole('button', { name: 'Resume held' }).click();
    await page.getByRole('button', { name: 'Pause held' }).waitFor();
    expect(await client.queues.get('held')).toMatchObject({ paused: false });
  });

  it('keep what was read, and say its age, while the service does not answer', async () => {
    await client.queues.put('kept', {});
    const { page } = await openAsAdmin(browser, spool, '/queues');
    const row = rowWith(page, 'Queues', 'kept');
    await row.waitFor();
    await page.route('**/v1/queues?*', (route) => route.abort());

    await toast(page, /Data from .* ago/).waitFor();

    expect(await row.isVisible()).toBe(true);
    await page.unroute('**/v1/queues?*');
    await page.getByRole('button', { name: 'Retry' }).click();
    await toast(page, /Data from .* ago/).waitFor({ state: 'detached' });
  });
});

describe('a waiting task', () => {
  it('is explained by the one that holds it up', async () => {
    await client.queues.put('explained', {});
    const first = await enqueue(client, 'explained', { payload: 1, threadId: 'explained' });
    const second = await enqueue(client, 'explained', { payload: 2, threadId: 'explained' });
    await takeOne(client, 'explained', 'worker-9');

    const { page } = await openAsAdmin(browser, spool, `/tasks/${second}`);

    await page.getByText(`It is not running because`).waitFor();
    const why = await page.getByText('It is not running because').innerText();
    expect(why).toContain(first);
    expect(why).toContain('worker-9');
  });
});

describe('text from strangers', () => {
  const markup = '<img src="/x" onerror="window.ran=1"><script>window.ran=1</script>';

  it('is shown as text wherever it appears', async () => {
    await client.queues.put('strange', {});
    const item = { payload: { note: markup }, threadId: markup, type: markup };
    const id = await killOne(client, 'strange', item, { type: markup, message: markup, stack: markup });
    await enqueue(client, 'strange', item);
    const { page, faults } = await openAsAdmin(browser, spool, `/dlq?queue=strange&view=tasks&open=${id}`);
    await panel(page, id).getByText(markup).first().waitFor();

    const paths = [
      `/tasks/${id}`,
      '/threads?queue=strange',
      `/threads/line?threadId=${encodeURIComponent(markup)}`,
    ];
    for (const path of paths) {
      await page.goto(`${spool.url}${path}`);
      await page.getByText(markup).first().waitFor();
      expect(await page.evaluate('window.ran')).toBeUndefined();
      expect(await page.locator('img[src="/x"]').count()).toBe(0);
    }
    expect(faults).toEqual([]);
  });
});

describe('lists', () => {
  it('tell "nothing here yet" from "nothing matches"', async () => {
    const empty = await startSpool();
    try {
      const { page } = await openAsAdmin(browser, empty, '/dlq?view=tasks');
      await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor();

      await page.getByLabel('Thread').fill('nobody');

      await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
      expect(new URL(page.url()).searchParams.get('thread')).toBe('nobody');
    } finally {
      await empty.close();
    }
  });

  it('load more by keyset, and keep their filter in the address', async () => {
    await client.queues.put('long', {});
    const tasks = Array.from({ length: 130 }, (_, number) => ({ payload: number }));
    await client.tasks.enqueueBatch('long', tasks);
    const { page } = await openAsAdmin(browser, spool, '/tasks?q=queue:long%20state:ready');
    const table = page.getByRole('table', { name: 'Tasks' });
    await table.getByRole('row').nth(1).waitFor();

    await table.getByRole('row').nth(1).hover();
    await page.mouse.wheel(0, 10_000);

    await untilRowCount(page, 'Tasks', 130);
  });
});

describe('the picture of the DLQ in the README', () => {
  it('shows dead tasks of several queues, with two selected', async () => {
    const pictured = await startSpool();
    try {
      await fillForPicture(new SpoolClient({ url: pictured.url, apiKey: pictured.apiKey }));
      const { page, faults } = await openAsAdmin(browser, pictured, '/dlq?view=tasks', {
        deviceScaleFactor: 2,
      });
      const rows = page.getByRole('table', { name: 'Dead tasks' }).getByRole('row');
      await rows.nth(picturedDeaths).waitFor();
      await page
        .getByRole('checkbox', { name: /^Select \d+$/ })
        .nth(1)
        .check();
      await page
        .getByRole('checkbox', { name: /^Select \d+$/ })
        .nth(2)
        .check();
      await page.getByRole('toolbar', { name: 'Selected tasks' }).getByText('2 tasks selected').waitFor();

      const picture = await page.screenshot();

      if (process.env['SPOOL_SCREENSHOTS'] === '1') await writeFile(pictureFile, picture);
      expect(await rows.count()).toBe(picturedDeaths + 1);
      expect(faults).toEqual([]);
    } finally {
      await pictured.close();
    }
  });
});
