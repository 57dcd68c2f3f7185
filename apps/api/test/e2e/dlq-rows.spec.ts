import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { rowWith } from '../support/console.js';
import { setUpConsole } from '../support/console-stage.js';
import { killOne } from '../support/workload.js';

const stage = setUpConsole();

const toast = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });
const deadRow = (page: Page, id: string) => rowWith(page, 'Dead tasks', id);

/** Kills tasks that only say which number they have; answers their ids. */
const killSome = async (queue: string, count: number): Promise<string[]> => {
  await stage.client.queues.put(queue, {});
  const ids: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    const error = { type: 'HTTP_503', message: `The receiver of ${number} answered 503` };
    ids.push(
      await killOne(stage.client, queue, { payload: { number }, threadId: `${queue}-${number}` }, error),
    );
  }
  return ids;
};

describe('the DLQ while others act (T42)', () => {
  it('restarts exactly the row that was pressed while the rows above it leave', async () => {
    const [target = '', ...others] = await killSome('emptied', 4);
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
