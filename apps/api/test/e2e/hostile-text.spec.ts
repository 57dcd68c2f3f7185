import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { setUpConsole } from '../support/console-stage.js';
import { enqueue, killOne, takeOne } from '../support/workload.js';

const stage = setUpConsole();

const markup = '<img src="/x" onerror="window.ran=1"><script>window.ran=1</script>';
const palettePlaceholder = 'A task id, a thread, a queue, or a command';

/** Fills a queue with markup and script addresses wherever a text is taken; answers a dead and a running task. */
const fillWithMarkup = async () => {
  const { client } = stage;
  await client.queues.put('strange', { description: markup });
  const payload = { [markup]: markup, link: 'javascript:window.ran=1' };
  const item = { payload, threadId: markup, type: markup };
  const error = { type: markup, message: markup, stack: markup };
  const deadId = await killOne(client, 'strange', item, error);
  const runningId = await enqueue(client, 'strange', { ...item, threadId: `${markup}2` });
  await takeOne(client, 'strange', markup);
  await client.queues.pause('strange', { reason: markup });
  return { deadId, runningId };
};

/** The text is there and is only that: nothing ran, nothing was loaded, and no link leads out of the console. */
const expectOnlyText = async (page: Page): Promise<void> => {
  await page.getByText('onerror=').filter({ visible: true }).first().waitFor();
  expect(await page.evaluate('window.ran')).toBeUndefined();
  expect(await page.locator('img[src="/x"]').count()).toBe(0);
  const links = await page
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(links.filter((href) => !/^[/#]/.test(href))).toEqual([]);
};

describe('text from strangers (T41)', () => {
  it('is shown as text in lists, details, panels and the palette', async () => {
    const { deadId, runningId } = await fillWithMarkup();
    const { page, faults } = await stage.open(`/dlq?view=tasks&queue=strange&open=${deadId}`);
    await page.getByRole('complementary').getByText(markup).first().waitFor();
    await expectOnlyText(page);
    const paths = [
      `/tasks/${deadId}`,
      `/tasks/${deadId}?tab=payload`,
      `/tasks?q=queue:strange&open=${runningId}`,
      '/threads?queue=strange',
      `/threads/line?threadId=${encodeURIComponent(markup)}2`,
      '/queues',
      '/queues/strange',
      '/dlq',
      '/workers',
      '/',
    ];
    for (const path of paths) {
      await page.goto(`${stage.spool.url}${path}`);
      await expectOnlyText(page);
    }

    await page.keyboard.press('ControlOrMeta+k');
    await page.getByPlaceholder(palettePlaceholder).fill(markup);
    await page.getByText(`Thread ${markup}`, { exact: true }).waitFor();
    await expectOnlyText(page);

    expect(faults).toEqual([]);
  });

  it('is shown as text in dialogs and in toasts', async () => {
    const { page, faults } = await stage.open('/settings?part=keys&create=yes');
    const form = page.getByRole('complementary', { name: 'Create an API key' });
    await form.getByLabel('Name').fill(markup);
    await form.getByLabel('read: look at everything').check();
    await form.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog', { name: `The key of ${markup}` });
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: `Revoke ${markup}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();

    await page
      .getByRole('alert')
      .filter({ hasText: `Revoked the key of ${markup}` })
      .waitFor();

    await expectOnlyText(page);
    expect(faults).toEqual([]);
  });
});
