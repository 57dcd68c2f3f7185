import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
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
