import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { rowWith, untilRowCount } from '../support/console.js';
import { setUpConsole } from '../support/console-stage.js';
import { enqueue, killOne, takeOne } from '../support/workload.js';

const stage = setUpConsole();

const toast = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });
const panel = (page: Page, id: string) =>
  page.getByRole('complementary', { name: `Task ${id}`, exact: true });
const filterField = (page: Page) => page.getByRole('textbox', { name: 'Filter tasks' });
const filterIn = (page: Page): string | null => new URL(page.url()).searchParams.get('q');
const rowsOf = (page: Page) => page.getByRole('table', { name: 'Tasks' }).locator('.table-row');
const failure = {
  type: 'TimeoutError',
  message: 'No answer within 10 s',
  stack: 'at deliver (webhook.ts:41:11)',
};

describe('the filter of tasks', () => {
  it('is typed into one bar, stands in the address, and goes with Back', async () => {
    await stage.client.queues.put('filtered', {});
    const dead = await killOne(stage.client, 'filtered', { payload: 1, threadId: 'order-7' }, failure);
    const alive = await enqueue(stage.client, 'filtered', { payload: 2, threadId: 'order-8' });
    const { page, faults } = await stage.open('/tasks?q=queue:filtered');
    await rowWith(page, 'Tasks', alive).waitFor();

    await filterField(page).fill('state:dead');
    await filterField(page).press('Enter');
    await rowWith(page, 'Tasks', alive).waitFor({ state: 'detached' });
    await rowWith(page, 'Tasks', dead).waitFor();
    expect(filterIn(page)).toBe('queue:filtered state:dead');
    await page.goBack();
    await rowWith(page, 'Tasks', alive).waitFor();
    await page.getByRole('button', { name: 'Remove queue:filtered' }).click();

    await page.waitForURL((url) => !url.searchParams.has('q'));
    expect(faults).toEqual([]);
  });

  it('suggests what may come next, and says what means nothing', async () => {
    const { page } = await stage.open('/tasks');
    await filterField(page).fill('sta');
    await page.getByRole('option', { name: 'state:' }).click();
    await page.getByRole('option', { name: 'state:running' }).click();
    expect(filterIn(page)).toBe('state:running');

    await filterField(page).fill('state:sleeping');
    await filterField(page).press('Enter');

    await page.getByTitle(/A state is one of/).waitFor();
  });

  it.each([
    ['thread:parcel-*', 'by-thread'],
    ['error:"no answer"', 'by-error'],
    ['age:<1h state:dead', 'by-age'],
    ['type:ship*', 'by-type'],
  ])('finds by %s', async (filter, queue) => {
    await stage.client.queues.put(queue, {});
    const item = { payload: 1, threadId: 'parcel-9', type: 'shipping' };
    const found = await killOne(stage.client, queue, item, failure);
    const other = await enqueue(stage.client, queue, { payload: 2, threadId: 'letter-1' });
    const { page } = await stage.open(`/tasks?q=${encodeURIComponent(`queue:${queue} ${filter}`)}`);

    await rowWith(page, 'Tasks', found).waitFor();

    expect(await rowWith(page, 'Tasks', other).count()).toBe(0);
  });

  it('is saved under a name in this browser', async () => {
    const { page } = await stage.open('/tasks?q=state:backoff');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByLabel('Name of the view').fill('My retries');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.goto(`${stage.spool.url}/tasks`);
    await page.getByRole('button', { name: 'Views' }).click();

    await page.getByRole('button', { name: 'My retries', exact: true }).click();

    await page.getByRole('button', { name: 'Remove state:backoff' }).waitFor();
  });
});

describe('the list of tasks', () => {
  it('is used by the keyboard alone', async () => {
    await stage.client.queues.put('keyed', {});
    const first = await enqueue(stage.client, 'keyed', { payload: 1 });
    const second = await enqueue(stage.client, 'keyed', { payload: 2 });
    const { page, faults } = await stage.open('/tasks?q=queue:keyed');
    await rowWith(page, 'Tasks', second).waitFor();

    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await panel(page, second).waitFor();
    await page.keyboard.press('j');
    await panel(page, first).waitFor();
    await page.keyboard.press('Escape');
    await panel(page, first).waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).getByText('Next row').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.locator('[data-filter-bar]:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('w');

    await page.getByRole('heading', { name: 'Workers' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('moves no row by itself: what came waits behind a pill', async () => {
    await stage.client.queues.put('calm', {});
    const shown = await enqueue(stage.client, 'calm', { payload: 1 });
    const { page } = await stage.open('/tasks?q=queue:calm');
    await rowWith(page, 'Tasks', shown).waitFor();
    await stage.client.tasks.enqueueBatch('calm', [{ payload: 2 }, { payload: 3 }]);

    await page.getByRole('button', { name: '2 new' }).waitFor();
    expect(await rowsOf(page).count()).toBe(1);
    await takeOne(stage.client, 'calm');
    await rowWith(page, 'Tasks', shown).getByText('running').waitFor();
    await page.getByRole('button', { name: '2 new' }).click();

    await untilRowCount(page, 'Tasks', 3);
  });

  it('loads pages as it is scrolled, and keeps only the rows on the screen in the document', async () => {
    await stage.client.queues.put('long', {});
    const tasks = Array.from({ length: 450 }, (_, number) => ({ payload: number }));
    await stage.client.tasks.enqueueBatch('long', tasks);
    const { page } = await stage.open('/tasks?q=queue:long');
    await rowsOf(page).first().hover();
    for (const loaded of [200, 300, 400, 450]) {
      await page.mouse.wheel(0, 20_000);
      await untilRowCount(page, 'Tasks', loaded);
    }

    expect(await rowsOf(page).count()).toBeLessThan(80);
  });

  it('says that nothing matches', async () => {
    const { page } = await stage.open('/tasks?q=type:nothing-of-this-type');

    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
  });
});

describe('a task', () => {
  it('says why it waits, and by whom it is held up', async () => {
    await stage.client.queues.put('explained', {});
    const first = await enqueue(stage.client, 'explained', { payload: 1, threadId: 'explained' });
    const second = await enqueue(stage.client, 'explained', { payload: 2, threadId: 'explained' });
    await takeOne(stage.client, 'explained', 'worker-9');

    const { page } = await stage.open(`/tasks/${second}`);

    const why = await page.getByText('It is not running because').innerText();
    expect(why).toContain(first);
    expect(why).toContain('worker-9');
  });

  it('shows where its time went, its error, and its payload as a tree and raw', async () => {
    await stage.client.queues.put('detailed', {});
    const id = await killOne(stage.client, 'detailed', { payload: { order: { id: 77 } } }, failure);
    const { page, faults } = await stage.open(`/tasks/${id}`);
    await page
      .getByRole('list', { name: 'Waterfall' })
      .getByText(/failed/)
      .waitFor();
    await page.getByText(failure.stack).waitFor();

    await page.getByRole('tab', { name: 'Payload' }).click();
    await page.getByText('order', { exact: true }).waitFor();
    await page.getByText('Raw', { exact: true }).click();

    await page.getByText('"id": 77').waitFor();
    expect(new URL(page.url()).searchParams.get('tab')).toBe('payload');
    expect(faults).toEqual([]);
  });

  it('is restarted with an edited payload', async () => {
    await stage.client.queues.put('edited', {});
    const id = await killOne(stage.client, 'edited', { payload: { url: 'htp://x' } }, failure);
    const { page } = await stage.open(`/tasks/${id}`);
    await page.getByRole('button', { name: 'Edit and restart' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Payload').fill('{ "url": ');
    expect(await dialog.getByRole('button', { name: 'Restart with this payload' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Payload').fill('{ "url": "http://x" }');
    await dialog.getByRole('button', { name: 'Restart with this payload' }).click();

    const newId = await toast(page, `Restarted ${id}`).getByRole('link').innerText();
    expect(await stage.client.tasks.get(newId)).toMatchObject({
      payload: { url: 'http://x' },
      restartedFrom: id,
    });
  });

  it('says why it cannot be restarted', async () => {
    await stage.client.queues.put('alive', {});
    const id = await enqueue(stage.client, 'alive', { payload: 1 });
    const { page } = await stage.open(`/tasks/${id}`);

    await page.getByRole('button', { name: 'Restart', exact: true }).focus();

    await page.getByRole('tooltip', { name: /Only a dead task can be restarted/ }).waitFor();
  });

  it('is rescheduled, and has its old time again by Undo', async () => {
    await stage.client.queues.put('moved', {});
    const id = await enqueue(stage.client, 'moved', { payload: 1, delayMs: 3_600_000 });
    const { scheduledAt } = await stage.client.tasks.get(id);
    const { page } = await stage.open(`/tasks/${id}`);
    await page.getByRole('button', { name: 'Reschedule' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Run now' }).click();

    await toast(page, `Rescheduled ${id}`).getByRole('button', { name: 'Undo' }).click();

    await toast(page, 'has its old time again').waitFor();
    expect(await stage.client.tasks.get(id)).toMatchObject({ scheduledAt });
  });

  it('says that it is not there, with the request id', async () => {
    const { page } = await stage.open('/tasks/999999999');

    await page.getByRole('heading', { name: 'Not here' }).waitFor();
    await page.getByText('Request').waitFor();
  });
});
