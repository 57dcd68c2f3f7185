import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { findBarriers } from '../support/accessibility.js';
import { movePointerAway, rowWith, untilRowCount } from '../support/console.js';
import { setUpConsole } from '../support/console-stage.js';
import { makeDead } from '../support/operation-calls.js';
import { takePicture } from '../support/screens.js';
import { TaskCalls } from '../support/task-calls.js';
import { killOne, killSome } from '../support/workload.js';

const stage = setUpConsole();
const calls = new TaskCalls(stage.spool.call);

const toast = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });
const panel = (page: Page, id: string) => page.getByRole('complementary', { name: `Dead task ${id}` });
const deadRow = (page: Page, id: string) => rowWith(page, 'Dead tasks', id);

const members = (count: number, thread: string) =>
  Array.from({ length: count }, (_, number) => ({
    threadId: `${thread}-${number % 40}`,
    type: 'send-webhook',
  }));

describe('the DLQ', () => {
  it('opens by what went wrong, and an error leads to the tasks that died of it', async () => {
    await stage.client.queues.put('grouped', {});
    const timeouts = { error: { type: 'TimeoutError', message: 'No answer within 10,000 ms' } };
    const refusals = { error: { type: 'HTTP_410', message: 'The receiver answered 410 Gone' } };
    await makeDead(calls, 'grouped', members(70, 'customer'), timeouts);
    await makeDead(calls, 'grouped', members(3, 'customer'), refusals);
    const { page, faults } = await stage.open('/dlq?queue=grouped');
    const errors = page.getByRole('table', { name: 'Errors' });
    await untilRowCount(page, 'Errors', 2);
    const largest = errors.getByRole('row').filter({ hasText: 'TimeoutError' });
    await largest.getByRole('cell', { name: '70', exact: true }).waitFor();
    await largest.getByRole('img', { name: 'Deaths in the last day: 70' }).waitFor();

    await errors.getByRole('row').filter({ hasText: 'HTTP_410' }).click();

    await page.getByRole('region', { name: 'Error' }).getByText('3 tasks').waitFor();
    await untilRowCount(page, 'Dead tasks', 3);
    expect(faults).toEqual([]);
  });

  it('says of an error that it is resolved, and that it is back when a task dies of it again', async () => {
    await stage.client.queues.put('resolved', {});
    const error = { type: 'Resolvable', message: 'The disk is full' };
    await killOne(stage.client, 'resolved', { payload: 1 }, error);
    const { page } = await stage.open('/dlq?queue=resolved');
    await page.getByRole('table', { name: 'Errors' }).getByText('The disk is full').click();
    const head = page.getByRole('region', { name: 'Error' });

    await head.getByRole('button', { name: 'Resolve…' }).click();
    await page.getByRole('dialog').getByLabel('Note').fill('a larger disk');
    await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click();

    await head.getByText('“a larger disk”').waitFor();
    await head.getByText('resolved', { exact: true }).waitFor();
    await killOne(stage.client, 'resolved', { payload: 2 }, error);
    await head.getByText('regressed').waitFor();
  });

  it('leads from all that are loaded to all that match, and to what their restart would do', async () => {
    await stage.client.queues.put('many', {});
    await makeDead(calls, 'many', members(130, 'customer'), {
      error: { type: 'Many', message: 'The same for all' },
    });
    const { page } = await stage.open('/dlq?queue=many&view=tasks&error=Many');
    await page.getByRole('checkbox', { name: 'Select all loaded' }).check();
    await page.getByRole('toolbar', { name: 'Selected tasks' }).getByText('100 tasks selected').waitFor();

    await page.getByRole('link', { name: 'Select all matching' }).click();

    await page.getByRole('heading', { name: 'Restart dead tasks' }).waitFor();
    await page.getByRole('button', { name: 'Restart 130 tasks' }).waitFor();
    await page.waitForURL(/to=/);
    const touched = page.getByRole('table', { name: 'Threads touched' });
    await touched.getByRole('link', { name: 'customer-0', exact: true }).waitFor();
  });
});

describe('the DLQ, task by task', () => {
  it('restarts one task: the toast names the new id and the row leaves', async () => {
    const [first = '', second = ''] = await killSome(stage.client, 'restart-one', 2);
    const { page, faults } = await stage.open('/dlq?queue=restart-one&view=tasks');

    await page.getByRole('button', { name: `Restart ${first}` }).click();

    await toast(page, new RegExp(`Restarted ${first} as \\d+`)).waitFor();
    await movePointerAway(page);
    await deadRow(page, first).waitFor({ state: 'detached' });
    expect(await deadRow(page, second).isVisible()).toBe(true);
    const newId = await toast(page, 'Restarted').getByRole('link').innerText();
    expect(await stage.client.tasks.get(newId)).toMatchObject({ restartedFrom: first, state: 'ENQUEUED' });
    expect(faults).toEqual([]);
  });

  it('takes a restart back by the toast: the dead task is there again as it was', async () => {
    const [id = ''] = await killSome(stage.client, 'taken-back', 1);
    const { page } = await stage.open('/dlq?queue=taken-back&view=tasks');
    await page.getByRole('button', { name: `Restart ${id}` }).click();
    await toast(page, `Restarted ${id} as`).waitFor();
    expect(await stage.client.tasks.get(id)).toMatchObject({ state: 'RESTARTED' });

    await toast(page, `Restarted ${id} as`).getByRole('button', { name: 'Undo' }).click();

    await toast(page, `${id} is back in the DLQ`).waitFor();
    expect(await stage.client.tasks.get(id)).toMatchObject({ state: 'DEAD' });
  });

  it('restarts several: their rows leave, the others stay', async () => {
    const [first = '', second = '', third = ''] = await killSome(stage.client, 'restart-several', 3);
    const { page } = await stage.open('/dlq?queue=restart-several&view=tasks');

    await page.getByRole('checkbox', { name: `Select ${first}` }).check();
    await page.getByRole('checkbox', { name: `Select ${third}` }).check();
    await page.getByRole('button', { name: 'Restart selected' }).click();

    await toast(page, 'Restarted 2 tasks').waitFor();
    await movePointerAway(page);
    await deadRow(page, first).waitFor({ state: 'detached' });
    await deadRow(page, third).waitFor({ state: 'detached' });
    expect(await deadRow(page, second).isVisible()).toBe(true);
    expect(await stage.client.tasks.get(third)).toMatchObject({ state: 'RESTARTED' });
  });

  it('says what was refused when somebody else was faster', async () => {
    const [id = ''] = await killSome(stage.client, 'raced', 1);
    const { page } = await stage.open('/dlq?queue=raced&view=tasks');
    await deadRow(page, id).waitFor();
    await page.route('**/v1/operations', async (route) => {
      await stage.client.deadTasks.restart({ ids: [id] });
      await route.continue();
    });

    await page.getByRole('button', { name: `Restart ${id}` }).click();

    await toast(page, `${id} was not restarted`).waitFor();
    await movePointerAway(page);
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
  });

  it('deletes what was selected, after asking', async () => {
    const ids = await killSome(stage.client, 'deleted', 2);
    const { page } = await stage.open('/dlq?queue=deleted&view=tasks');

    await page.getByRole('checkbox', { name: 'Select all loaded' }).check();
    await page.getByRole('button', { name: 'Delete selected' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 2 tasks' }).click();

    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
    for (const id of ids) {
      await expect(stage.client.tasks.get(id)).rejects.toMatchObject({ code: 'task_not_found' });
    }
  });

  it('shows error and stack of one beside the list, at an address of its own', async () => {
    await stage.client.queues.put('opened', {});
    const error = {
      type: 'HTTP_503',
      message: 'The receiver answered 503',
      stack: 'at deliver (webhook.ts:41:11)',
    };
    const id = await killOne(stage.client, 'opened', { payload: { order: 1 } }, error);
    const { page } = await stage.open('/dlq?queue=opened&view=tasks');
    await page.getByRole('link', { name: id }).click();

    await panel(page, id).getByText(error.stack).waitFor();
    await page.reload();

    await panel(page, id).getByText(error.stack).waitFor();
    await page.keyboard.press('Escape');
    await panel(page, id).waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.has('open')).toBe(false);
  });
});

describe('the DLQ in both schemes, on a desk and on a phone', () => {
  it.each(['light', 'dark'] as const)('has no barrier and nothing cut off in %s', async (colorScheme) => {
    const desk = await stage.open('/dlq', { colorScheme, deviceScaleFactor: 2 });
    const errors = desk.page.getByRole('table', { name: 'Errors' });
    await errors.getByRole('row').filter({ hasText: 'TimeoutError' }).waitFor();
    expect(await findBarriers(desk.page)).toEqual([]);
    await errors.getByRole('row').filter({ hasText: 'TimeoutError' }).click();
    await desk.page.getByRole('button', { name: 'Restart all 70…' }).waitFor();
    expect(await findBarriers(desk.page)).toEqual([]);
    await desk.page.getByRole('button', { name: 'Restart all 70…' }).click();
    await desk.page.getByRole('table', { name: 'Threads touched' }).waitFor();
    await takePicture(desk.page, `console-plan-${colorScheme}`);
    expect(await findBarriers(desk.page)).toEqual([]);
    const phone = { colorScheme, viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
    const { page } = await stage.open('/dlq', phone);
    await page.getByRole('row').filter({ hasText: 'TimeoutError' }).waitFor();
    expect(
      await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'),
    ).toBeLessThanOrEqual(0);
  });
});
