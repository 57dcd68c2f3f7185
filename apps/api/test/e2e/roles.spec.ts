import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Role } from '@spool/contracts';
import type { Page } from 'playwright-core';
import { enterCredentials } from '../support/console.js';
import { setUpConsole } from '../support/console-stage.js';
import { makeOperator, operatorPassword } from '../support/operators.js';
import { killOne } from '../support/workload.js';

const stage = setUpConsole();
let deadId: string;

beforeAll(async () => {
  await stage.client.queues.put('watched', {});
  deadId = await killOne(stage.client, 'watched', { payload: 1 }, { message: 'broken' });
});

const openAs = async (role: Role, path: string): Promise<Page> => {
  const { username } = await makeOperator(stage.spool, { role });
  const { page } = await stage.openSignedOut(path);
  await enterCredentials(page, username, operatorPassword);
  return page;
};

/** A button that is there, cannot be used, and names the permission that is missing. */
const expectRefused = async (page: Page, name: string, permission: string): Promise<void> => {
  const button = page.getByRole('button', { name, exact: true }).first();
  await button.hover();
  const tooltip = page.getByRole('tooltip', { name: `This needs the permission “${permission}”.` });
  await tooltip.waitFor();
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  await page.mouse.move(0, 0);
  await tooltip.waitFor({ state: 'detached' });
};

const go = (page: Page, path: string) => page.goto(`${stage.spool.url}${path}`);

describe('a viewer', () => {
  it('sees everything but what is for administrators, and is told what is missing to act', async () => {
    const page = await openAs('viewer', '/queues/watched');
    await expectRefused(page, 'Pause watched', 'operate');
    await expectRefused(page, 'Configure', 'admin');
    await expectRefused(page, 'Delete', 'admin');
    await go(page, '/queues');
    await expectRefused(page, 'Create a queue', 'admin');
    await expectRefused(page, 'Pause watched', 'operate');
    await go(page, '/dlq?view=tasks');
    await expectRefused(page, `Restart ${deadId}`, 'operate');
    await go(page, `/tasks/${deadId}?tab=audit`);
    for (const name of ['Restart', 'Edit and restart', 'Reschedule', 'Delete'])
      await expectRefused(page, name, 'operate');
    await page.getByText('This needs the permission “admin”.').waitFor();
    for (const path of ['/audit', '/settings?part=operators', '/settings?part=keys']) {
      await go(page, path);
      await page.getByRole('heading', { name: 'You may not see this' }).waitFor();
      await page.getByRole('alert').getByText(/admin/).waitFor();
    }
    await expectRefused(page, 'Create an API key', 'admin');
  });
});

describe('an operator', () => {
  it('acts, and is told what is for administrators', async () => {
    const page = await openAs('operator', '/queues/watched');
    await expectRefused(page, 'Configure', 'admin');
    await page.getByRole('button', { name: 'Pause watched' }).click();
    await page.getByRole('button', { name: 'Pause queue' }).click();
    await page.getByRole('button', { name: 'Resume watched' }).click();
    await page.getByRole('button', { name: 'Pause watched' }).waitFor();
    await go(page, `/tasks/${deadId}`);
    await page.getByRole('button', { name: 'Restart', exact: true }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: `Restarted ${deadId}` })
      .waitFor();
  });

  it('sees the queues alone that it covers', async () => {
    await stage.client.queues.put('hidden', {});
    const { username } = await makeOperator(stage.spool, { role: 'operator', queues: ['watch*'] });
    const { page } = await stage.openSignedOut('/queues');
    await enterCredentials(page, username, operatorPassword);
    await page.getByRole('link', { name: 'watched' }).first().waitFor();

    expect(await page.getByText('hidden', { exact: true }).count()).toBe(0);

    await go(page, '/queues/hidden');
    await page.getByRole('heading', { name: 'Not here' }).waitFor();
  });
});
