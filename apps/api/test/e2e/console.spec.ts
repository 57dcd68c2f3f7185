import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SpoolClient } from '@spool/client';
import type { Browser, Page } from 'playwright-core';
import { openAsAdmin, startBrowser } from '../support/console.js';
import { startSpool, type TestSpool } from '../support/spool.js';
import { fillForPicture, picturedDeaths } from '../support/picture.js';
import { enqueue, killOne } from '../support/workload.js';

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

const panel = (page: Page, id: string) => page.getByRole('complementary', { name: `Dead task ${id}` });

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
