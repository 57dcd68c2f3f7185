import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { movePointerAway, rowWith, untilRowCount } from '../support/console.js';
import { setUpConsole } from '../support/console-stage.js';
import { killMany, killSome } from '../support/workload.js';

const stage = setUpConsole();

const toast = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });
const deadRow = (page: Page, id: string) => rowWith(page, 'Dead tasks', id);

describe('the DLQ task by task', () => {
  it('tells "nothing here yet" from "nothing matches"', async () => {
    const { page } = await stage.open('/dlq?view=tasks');
    await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor();

    await page.getByLabel('Thread').fill('nobody');

    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
    expect(new URL(page.url()).searchParams.get('thread')).toBe('nobody');
  });
});

describe('the DLQ while others act (T42)', () => {
  it('goes one step back, not to an empty list, when the only row of the last page leaves', async () => {
    const ids = await killMany(stage.client, 'last-page', 101);
    const { page } = await stage.open('/dlq?view=tasks&queue=last-page');
    const table = page.getByRole('table', { name: 'Dead tasks' });
    await table.getByRole('row').nth(1).hover();
    await page.mouse.wheel(0, 20_000);
    await untilRowCount(page, 'Dead tasks', 101);
    const [oldest = ''] = ids;

    await page.getByRole('button', { name: `Restart ${oldest}`, exact: true }).click();
    await toast(page, `Restarted ${oldest}`).waitFor();
    await movePointerAway(page);

    await untilRowCount(page, 'Dead tasks', 100);
    await table.getByRole('row').nth(10).waitFor();
  });

  it('restarts exactly the row that was pressed while the rows above it leave', async () => {
    const [target = '', ...others] = await killSome(stage.client, 'emptied', 4);
    const { page } = await stage.open('/dlq?view=tasks&queue=emptied');
    const row = deadRow(page, target);
    await row.hover();

    await stage.client.deadTasks.restart({ ids: others });
    await page
      .locator('.table-row[data-gone="true"]')
      .nth(others.length - 1)
      .waitFor();
    await page.getByRole('button', { name: `Restart ${target}` }).click();

    await toast(page, new RegExp(`Restarted ${target} as`)).waitFor();
    expect(await stage.client.tasks.get(target)).toMatchObject({ state: 'RESTARTED' });
  });
});
