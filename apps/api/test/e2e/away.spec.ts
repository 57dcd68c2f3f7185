import { describe, expect, it } from '@jest/globals';
import { setUpConsole } from '../support/console-stage.js';

const stage = setUpConsole(async ({ client }) => {
  await client.queues.put('waited-for', {});
});

describe('a page that is opened while the service is away', () => {
  it('says so within the frame, and comes by itself once the service is back', async () => {
    const { page } = await stage.open('/workers');
    await page.getByRole('heading', { name: 'Workers' }).waitFor();
    await page.context().setOffline(true);

    await page.getByRole('link', { name: 'Queues' }).click();
    await page.getByRole('heading', { name: 'This page is not loaded yet' }).waitFor();
    expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(true);
    await page.context().setOffline(false);

    await page.getByRole('table', { name: 'Queues' }).getByText('waited-for').waitFor();
  });
});
