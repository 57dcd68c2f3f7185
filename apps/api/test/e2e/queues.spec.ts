import { describe, expect, it } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { rowWith, untilCellReads } from '../support/console.js';
import { setUpConsole } from '../support/console-stage.js';
import { takeOne } from '../support/workload.js';

const stage = setUpConsole();

const toast = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });

describe('queues', () => {
  it('show their counts, and follow them without a reload', async () => {
    await stage.client.queues.put('counted', {});
    await stage.client.tasks.enqueueBatch('counted', [
      { payload: 1, threadId: 'counted' },
      { payload: 2, threadId: 'counted' },
      { payload: 3, threadId: 'counted' },
      { payload: 4, delayMs: 3_600_000 },
    ]);
    const { page, faults } = await stage.open('/queues');
    const row = rowWith(page, 'Queues', 'counted');
    await untilCellReads(page, row, 'Ready', '1');
    await untilCellReads(page, row, 'Waiting', '2');
    await untilCellReads(page, row, 'Scheduled', '1');

    await takeOne(stage.client, 'counted');

    await untilCellReads(page, row, 'Running', '1');
    await untilCellReads(page, row, 'Ready', '0');
    expect(faults).toEqual([]);
  });

  it('are paused with a reason and resumed', async () => {
    await stage.client.queues.put('held', {});
    const { page } = await stage.open('/queues');

    await page.getByRole('button', { name: 'Pause held' }).click();
    await page.getByLabel('Reason').fill('the receiver is down');
    await page.getByRole('button', { name: 'Pause queue' }).click();

    const row = page.getByRole('row').filter({ hasText: 'held' });
    await row.getByText('the receiver is down').waitFor();
    expect(await stage.client.queues.get('held')).toMatchObject({
      paused: true,
      pauseReason: 'the receiver is down',
    });
    await page.getByRole('button', { name: 'Resume held' }).click();
    await page.getByRole('button', { name: 'Pause held' }).waitFor();
    expect(await stage.client.queues.get('held')).toMatchObject({ paused: false });
  });

  it('are told of also when one has gone to another page before the answer comes', async () => {
    await stage.client.queues.put('left', {});
    await stage.client.queues.pause('left');
    const { page } = await stage.open('/queues');
    const asked = new Promise<Route>((resolve) => {
      void page.route('**/v1/queues/left/resume', resolve);
    });

    await page.getByRole('button', { name: 'Resume left' }).click();
    await page.getByRole('link', { name: 'Workers' }).click();
    await page.getByRole('heading', { name: 'Workers' }).waitFor();
    await (await asked).continue();

    await toast(page, 'Resumed left').waitFor();
  });

  it('keep what was read, and say its age, while the service does not answer', async () => {
    await stage.client.queues.put('kept', {});
    const { page } = await stage.open('/queues');
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

describe('a queue', () => {
  it('is created by a form that the contract judges', async () => {
    const { page, faults } = await stage.open('/queues');
    await page.getByRole('button', { name: 'Create a queue' }).click();
    const form = page.getByRole('complementary', { name: 'Create a queue' });
    await form.getByRole('textbox', { name: 'Name' }).fill('made-here');
    await form.getByLabel('Attempts').fill('0');
    await form.getByLabel('First wait').fill('2 h');

    await form.getByRole('button', { name: 'Create queue' }).click();
    await form.getByText('This must be at least 1.').waitFor();
    await form.getByText('"maxMs" is at least "initialMs".').waitFor();
    await form.getByLabel('Attempts').fill('3');
    await form.getByLabel('Longest wait').fill('1 d');
    await form.getByRole('button', { name: 'Create queue' }).click();

    await page.getByRole('heading', { name: 'made-here' }).waitFor();
    expect(await stage.client.queues.get('made-here')).toMatchObject({
      maxAttempts: 3,
      backoff: { initialMs: 7_200_000, maxMs: 86_400_000 },
    });
    expect(faults).toEqual([]);
  });

  it('is configured, unless somebody else was faster', async () => {
    await stage.client.queues.put('configured', {});
    const { page } = await stage.open('/queues/configured');
    await page.getByRole('button', { name: 'Configure', exact: true }).click();
    const form = page.getByRole('complementary', { name: 'Configuration of configured' });
    await form.getByLabel('Keepalive timeout').fill('2 min');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    expect(await stage.client.queues.get('configured')).toMatchObject({ keepaliveTimeoutMs: 120_000 });
    await page.getByRole('button', { name: 'Configure', exact: true }).click();
    await form.getByLabel('Attempts').fill('9');
    await stage.client.queues.patch('configured', { maxAttempts: 7 });

    await form.getByRole('button', { name: 'Save' }).click();

    await form.getByText('It was changed by somebody else meanwhile.').waitFor();
    expect(await stage.client.queues.get('configured')).toMatchObject({ maxAttempts: 7 });
  });

  it('is deleted when it is empty, and says why not before', async () => {
    await stage.client.queues.put('unwanted', {});
    const { tasks } = await stage.client.tasks.enqueueBatch('unwanted', [{ payload: 1 }]);
    const { page } = await stage.open('/queues/unwanted');
    await page.getByRole('button', { name: 'Delete' }).hover();
    await page.getByRole('tooltip', { name: 'It still has live or dead tasks.' }).waitFor();
    await stage.client.tasks.deleteBatch(tasks.map(({ id }) => id));
    await page.getByRole('button', { name: 'Delete', disabled: false }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete queue' }).click();

    await toast(page, 'Deleted unwanted').waitFor();
    await expect(stage.client.queues.get('unwanted')).rejects.toMatchObject({ code: 'queue_not_found' });
  });

  it('is paused for all, and resumed by Undo', async () => {
    await stage.client.queues.put('undone', {});
    const { page } = await stage.open('/queues/undone');
    await page.getByRole('button', { name: 'Pause undone' }).click();
    await page.getByRole('button', { name: 'Pause queue' }).click();

    await toast(page, 'Paused undone').getByRole('button', { name: 'Undo' }).click();

    await toast(page, 'Resumed undone').waitFor();
    expect(await stage.client.queues.get('undone')).toMatchObject({ paused: false });
  });
});
