import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { enterCredentials, signOut } from '../support/console.js';
import { setUpConsole } from '../support/console-stage.js';
import { adminPassword } from '../support/spool.js';

const stage = setUpConsole();

const toast = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });

describe('signing in', () => {
  it('leads whoever is not signed in to the form, and from there to the page that was asked for', async () => {
    const { page, faults } = await stage.openSignedOut(`/dlq?queue=orders`);
    await page.getByRole('heading', { name: 'Sign in to Spool' }).waitFor();

    await enterCredentials(page, 'admin', adminPassword);

    await page.getByRole('heading', { name: 'Dead letter queue' }).waitFor();
    expect(new URL(page.url()).search).toBe('?queue=orders');
    expect(faults).toEqual([]);
  });

  it('refuses a wrong password and says so', async () => {
    const { page } = await stage.openSignedOut('/');

    await enterCredentials(page, 'admin', 'not the password');

    await toast(page, 'The name or the password is wrong.').waitFor();
    await page.locator('input[type=password]:focus').waitFor();
    expect(new URL(page.url()).pathname).toBe('/sign-in');
  });

  it('never leads out of the console', async () => {
    const { page } = await stage.openSignedOut(`/sign-in?from=//elsewhere.example`);

    await enterCredentials(page, 'admin', adminPassword);

    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(new URL(page.url()).origin).toBe(stage.spool.url);
  });

  it('ends with signing out: the pages are closed again', async () => {
    const { page } = await stage.openSignedOut(`/queues`);
    await enterCredentials(page, 'admin', adminPassword);

    await signOut(page);
    await page.getByRole('heading', { name: 'Sign in to Spool' }).waitFor();
    await page.goto(`${stage.spool.url}/tasks`);

    await page.getByRole('heading', { name: 'Sign in to Spool' }).waitFor();
  });
});
