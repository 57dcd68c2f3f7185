import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { untilCounted } from '../support/console.js';
import { setUpConsole } from '../support/console-stage.js';
import { enqueue } from '../support/workload.js';

const markup = '<img src="/x" onerror="window.ran=1">';

const stage = setUpConsole(async ({ client }) => {
  await client.queues.put('noted', { maxAttempts: 3 });
  await client.queues.put('noted', { maxAttempts: 5 });
  await client.queues.pause('noted', { reason: markup });
  await client.queues.put('other', {});
});

const acts = (page: Page) => page.getByRole('table', { name: 'Acts' }).locator('.table-row');

describe('the audit log', () => {
  it('tells who did what, with what was before and after, and is filtered by its address', async () => {
    const { page, faults } = await stage.open('/audit');
    await acts(page).filter({ hasText: 'maxAttempts: 3 → 5' }).waitFor();

    await page.getByLabel('To (such as task:4812)').fill('queue:noted');
    await page.waitForURL(/target=queue/);
    await acts(page).filter({ hasText: 'other' }).waitFor({ state: 'detached' });
    await page.getByLabel('Did').selectOption('queue.put');
    await page.waitForURL(/action=queue.put/);
    await untilCounted(acts(page), 2);
    await untilCounted(acts(page).filter({ hasText: 'queue.put' }), 2);

    await acts(page).filter({ hasText: '3 → 5' }).click();
    const panel = page.getByRole('complementary', { name: /^Act / });
    const change = panel.getByRole('table', { name: 'Changes' }).getByRole('row', { name: /maxAttempts/ });
    expect((await change.getByRole('cell').allInnerTexts()).map((text) => text.trim())).toEqual([
      'maxAttempts',
      '3',
      '5',
    ]);
    await page.reload();
    await panel.getByText('maxAttempts').waitFor();
    expect(faults).toEqual([]);
  });

  it('is filtered by time in the zone that the screen shows', async () => {
    const { page } = await stage.open('/audit', { timezoneId: 'America/New_York' });
    await page.getByLabel('From (UTC)').fill('2100-01-01T01:02:03');
    await page.waitForURL((url) => url.searchParams.get('from') === '2100-01-01T01:02:03.000Z');
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();

    await page.getByRole('button', { name: 'Account and display' }).click();
    await page.getByText('America/New_York', { exact: true }).click();

    const local = page.getByLabel('From (America/New_York)');
    await local.waitFor();
    expect(await local.inputValue()).toBe('2099-12-31T20:02:03');
  });

  it('is walked by keys', async () => {
    const { page } = await stage.open('/audit?target=queue:noted');
    await acts(page).first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: /^Act / }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('complementary', { name: /^Act / }).waitFor({ state: 'detached' });
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
  });

  it('shows what strangers wrote as text', async () => {
    const { page, faults } = await stage.open('/audit?action=queue.pause');
    await acts(page).first().click();
    await page.getByRole('complementary', { name: /^Act / }).getByText(markup).first().waitFor();
    expect(await page.evaluate('window.ran')).toBeUndefined();
    expect(faults).toEqual([]);
  });

  it('tells on a task’s page what was done to that task', async () => {
    const id = await enqueue(stage.client, 'other', { payload: 1 });
    await stage.client.tasks.reschedule(id, '2100-01-01T00:00:00Z');
    const { page } = await stage.open(`/tasks/${id}?tab=audit`);
    await page
      .getByRole('table', { name: 'Acts on this task' })
      .getByRole('row')
      .filter({ hasText: 'task.reschedule' })
      .waitFor();
  });
});
