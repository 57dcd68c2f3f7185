import { describe, expect, it } from '@jest/globals';
import { SpoolClient } from '@spool/client';
import type { Locator, Page } from 'playwright-core';
import { enterCredentials, signOut } from '../support/console.js';
import { setUpConsole } from '../support/console-stage.js';
import { makeOperator, operatorPassword } from '../support/operators.js';

const stage = setUpConsole();

const toast = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });

const rowOf = (page: Page, table: string, text: string): Locator =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text });

/** The secret that is shown once; its dialog is closed then. */
const readSecret = async (page: Page, title: string, label: string): Promise<string> => {
  const dialog = page.getByRole('dialog', { name: title });
  const secret = await dialog.getByRole('region', { name: label }).innerText();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  return secret.trim();
};

const clientWith = (apiKey: string): SpoolClient =>
  new SpoolClient({ url: stage.spool.url, apiKey, retry: false });

const openAs = async (username: string, password: string, path: string): Promise<Page> => {
  const { page } = await stage.openSignedOut(path);
  await enterCredentials(page, username, password);
  await page.getByRole('button', { name: 'Account and display' }).waitFor();
  return page;
};

describe('API keys', () => {
  it('are made, shown once, used, and revoked', async () => {
    const { page, faults } = await stage.open('/settings?part=keys');
    await page.getByRole('button', { name: 'Create an API key' }).click();
    const form = page.getByRole('complementary', { name: 'Create an API key' });
    await form.getByRole('button', { name: 'Create key' }).click();
    await form.getByText('"name" has at least one character.').waitFor();
    await form.getByLabel('Name').fill('shop');
    await form.getByLabel('read: look at everything').check();
    await form.getByRole('button', { name: 'Create key' }).click();
    const shop = clientWith(await readSecret(page, 'The key of shop', 'API key'));
    expect((await shop.queues.list()).items).toEqual([]);

    await page.getByRole('button', { name: 'Revoke shop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();

    await toast(page, 'Revoked the key of shop').waitFor();
    await expect(shop.queues.list()).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(faults).toEqual([]);
  });

  it('get another secret, and the old one goes on for as long as it was told', async () => {
    const { key } = await stage.client.apiKeys.create({ name: 'rotated', scopes: ['read'] });
    const { page, faults } = await stage.open('/settings?part=keys');
    const rotate = async (overlap: string): Promise<string> => {
      await page.getByRole('button', { name: 'Rotate rotated' }).click();
      const dialog = page.getByRole('dialog', { name: 'Give the key of rotated another secret?' });
      await dialog.getByLabel('The old secret still works').selectOption({ label: overlap });
      await dialog.getByRole('button', { name: 'Rotate key' }).click();
      return readSecret(page, 'The new key of rotated', 'API key');
    };

    const second = await rotate('for an hour');
    expect((await clientWith(key).queues.list()).items).toEqual([]);
    expect((await clientWith(second).queues.list()).items).toEqual([]);

    await rotate('not at all');
    await expect(clientWith(second).queues.list()).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(faults).toEqual([]);
  });
});

describe('operators', () => {
  it('are made with a password that is shown once, changed, disabled and deleted', async () => {
    const { page, faults } = await stage.open('/settings?part=operators');
    await page.getByRole('button', { name: 'Create an operator' }).click();
    const form = page.getByRole('complementary', { name: 'Create an operator' });
    await form.getByLabel('Name').fill('ann');
    await form.getByRole('button', { name: 'Create operator' }).click();
    const password = await readSecret(page, 'The password of ann', 'password');
    const own = await openAs('ann', password, '/settings');
    await own.getByText('viewer', { exact: true }).waitFor();

    await rowOf(page, 'Operators', 'ann').click();
    const panel = page.getByRole('complementary', { name: /^Operator / });
    await panel.getByLabel('Role').selectOption('operator');
    await panel.getByLabel('Queues', { exact: true }).fill('shop-*');
    await panel.getByRole('button', { name: 'Save' }).click();
    await toast(page, 'Changed ann').waitFor();
    await panel.getByText('shop-*', { exact: true }).waitFor();

    await panel.getByRole('button', { name: 'Disable' }).click();
    await toast(page, 'ann is signed out and may not sign in').waitFor();
    await own.reload();
    await own.getByRole('heading', { name: 'Sign in to Spool' }).waitFor();

    await panel.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete operator' }).click();
    await toast(page, 'Deleted ann').waitFor();
    await rowOf(page, 'Operators', 'ann').waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });

  it('are listed once they are made, however late the list is read again', async () => {
    const { page } = await stage.open('/settings?part=operators');
    await rowOf(page, 'Operators', 'admin').first().waitFor();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/v1\/operators\?/, async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Create an operator' }).click();
    await page.getByLabel('Name').fill('late');
    await page.getByRole('button', { name: 'Create operator' }).click();
    await readSecret(page, 'The password of late', 'password');

    release();

    await rowOf(page, 'Operators', 'late').waitFor();
  });

  it('get another password, and are signed out', async () => {
    const { username } = await makeOperator(stage.spool, { username: 'forgetful' });
    const own = await openAs(username, operatorPassword, '/settings');
    const { page } = await stage.open('/settings?part=operators');
    await rowOf(page, 'Operators', username).click();
    await page.getByRole('button', { name: 'Reset password' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset password' }).click();
    const password = await readSecret(page, `The new password of ${username}`, 'password');

    await own.reload();
    await enterCredentials(own, username, password);

    await own.getByRole('tab', { name: 'Your account' }).waitFor();
  });

  it('cannot lose the last administrator, and the page says why', async () => {
    const { page } = await stage.open('/settings?part=operators');
    await rowOf(page, 'Operators', 'admin').first().click();
    const panel = page.getByRole('complementary', { name: /^Operator / });
    for (const name of ['Disable', 'Delete']) {
      await panel.getByRole('button', { name }).hover();
      await page.getByRole('tooltip', { name: /the last administrator of every queue/ }).waitFor();
    }

    await panel.getByLabel('Role').selectOption('viewer');
    await panel.getByRole('button', { name: 'Save' }).click();

    await panel.getByRole('alert').filter({ hasText: 'last enabled administrator' }).waitFor();
  });
});

describe('one’s own account', () => {
  it('has another password once the old one is known, and ends its other sessions', async () => {
    const { username } = await makeOperator(stage.spool, { username: 'careful' });
    const other = await openAs(username, operatorPassword, '/settings');
    const page = await openAs(username, operatorPassword, '/settings');
    const change = async (current: string): Promise<void> => {
      await page.getByLabel('Current password').fill(current);
      await page.getByLabel('New password', { exact: true }).fill('a better password');
      await page.getByLabel('New password again').fill('a better password');
      await page.getByRole('button', { name: 'Change password' }).click();
    };
    await change('not the password');
    await page.getByText('This is not your password.').waitFor();

    await change(operatorPassword);

    await toast(page, 'Your password is changed').waitFor();
    await other.reload();
    await other.getByRole('heading', { name: 'Sign in to Spool' }).waitFor();
    await signOut(page);
    await enterCredentials(page, username, 'a better password');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });

  it('ends one of its other sessions, and says why not this one', async () => {
    const { username } = await makeOperator(stage.spool, { username: 'twice' });
    const other = await openAs(username, operatorPassword, '/settings');
    const page = await openAs(username, operatorPassword, '/settings');
    const sessions = page.getByRole('table', { name: 'Sessions' });
    await sessions.locator('.table-row').nth(1).waitFor();
    await rowOf(page, 'Sessions', 'this one').getByRole('button').hover();
    await page.getByRole('tooltip', { name: /sign out to end it/ }).waitFor();

    await sessions.locator('.table-row').filter({ hasNotText: 'this one' }).getByRole('button').click();

    await toast(page, 'The session has ended').waitFor();
    await other.reload();
    await other.getByRole('heading', { name: 'Sign in to Spool' }).waitFor();
  });
});
