import { describe, expect, it } from '@jest/globals';
import { SpoolClient } from '@spool/client';
import type { Page } from 'playwright-core';
import { setUpConsole } from '../support/console-stage.js';

const stage = setUpConsole();

const toast = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });

const setRole = (role: string) =>
  stage.spool.database.write((sql) => sql.change('UPDATE operators SET role = ?', [role]));

describe('API keys', () => {
  it('are made, shown once, used, and revoked', async () => {
    const { page, faults } = await stage.open('/settings');
    await page.getByRole('button', { name: 'Create an API key' }).click();
    const form = page.getByRole('complementary', { name: 'Create an API key' });
    await form.getByRole('button', { name: 'Create key' }).click();
    await form.getByText('This must have at least 1 character.').waitFor();
    await form.getByLabel('Name').fill('shop');
    await form.getByLabel('read: look at everything').check();
    await form.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog', { name: 'The key of shop' });
    const apiKey = await dialog.getByRole('region', { name: 'API key' }).innerText();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const shop = new SpoolClient({ url: stage.spool.url, apiKey: apiKey.trim(), retry: false });
    expect((await shop.queues.list()).items).toEqual([]);

    await page.getByRole('button', { name: 'Revoke shop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();

    await toast(page, 'Revoked the key of shop').waitFor();
    await expect(shop.queues.list()).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(faults).toEqual([]);
  });
});

describe('an operator who may only look', () => {
  it('is told which permission is missing, where it is missing', async () => {
    await stage.client.queues.put('looked-at', {});
    const { page } = await stage.open('/queues/looked-at');
    await page.getByRole('button', { name: 'Configure' }).waitFor();
    await setRole('viewer');
    try {
      await page.goto(`${stage.spool.url}/settings`);
      await page.getByRole('heading', { name: 'You may not see this' }).waitFor();
      await page.getByRole('alert').getByText(/admin/).waitFor();
      await page.goto(`${stage.spool.url}/queues/looked-at`);
      await page.getByRole('button', { name: 'Pause looked-at' }).hover();
      await page.getByRole('tooltip', { name: 'This needs the permission “operate”.' }).waitFor();
    } finally {
      await setRole('admin');
    }
  });
});
