import { describe, expect, it, jest } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { findBarriers } from '../support/accessibility.js';
import { rowWith } from '../support/console.js';
import { setUpConsole } from '../support/console-stage.js';
import { makeDead, OperationCalls } from '../support/operation-calls.js';
import { takePicture } from '../support/screens.js';
import { TaskCalls } from '../support/task-calls.js';

jest.setTimeout(180_000);

const stage = setUpConsole();
const calls = new TaskCalls(stage.spool.call);
const operations = new OperationCalls(stage.spool.call);

const most = 60;
const tasksAtOnce = 500;

/** Goes on with the Tab key until something has the focus, as somebody without a mouse does. */
const tabTo = async (page: Page, goal: Locator): Promise<void> => {
  await goal.waitFor();
  for (let step = 0; step < most; step += 1) {
    if (await goal.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The Tab key does not lead there.');
};

/** Each in a thread of its own; a thread that is held in one queue would hold up the other's. */
const withThreads = (count: number, queue: string) =>
  Array.from({ length: count }, (_, number) => ({ threadId: `${queue}-${number}`, type: 'charge-card' }));

/** Takes what is ready and completes it, but for some, which fail for good. */
const work = async (
  queue: string,
  { max, failing = 0 }: { readonly max: number; readonly failing?: number },
) => {
  const held = await calls.dequeue(queue, { max });
  const error = { type: 'CardExpired', message: 'The card expired in October' };
  if (failing > 0) await calls.fail(held.slice(0, failing), { error, retryable: false });
  if (held.length > failing) await calls.complete(held.slice(failing));
  return held.length;
};

const words = (page: Page) => page.getByRole('status', { name: 'How it stands' });

const action = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });

describe('an operation', () => {
  it('T43: restarts all 2,500 that were dead when it was planned, shows its progress, and leaves the 100 that died later', async () => {
    await stage.client.queues.put('all', {});
    const said = { error: { type: 'HTTP_503', message: 'The receiver answered 503' } };
    await makeDead(calls, 'all', withThreads(2_500, 'all'), said);
    const { page, faults } = await stage.open('/dlq?queue=all');
    await page
      .getByRole('row')
      .filter({ hasText: 'HTTP_503' })
      .getByRole('cell', { name: '2,500' })
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Restart all 2,500 of this error' }).click();
    const start = page.getByRole('button', { name: 'Restart 2,500 tasks' });
    await start.waitFor();
    await page.waitForURL(/to=/);
    await makeDead(
      calls,
      'all',
      Array.from({ length: 100 }, () => ({ type: 'late' })),
      said,
    );

    await page.getByLabel('Canary').fill('');
    await start.click();

    await page.getByRole('heading', { name: /Restart of 2,500 tasks/ }).waitFor();
    await words(page).getByText('All are restarted, and not yet verified').waitFor();
    while ((await work('all', { max: tasksAtOnce })) > 0);
    await words(page).getByText('Done and verified: 2,500 passed.').waitFor();
    expect((await calls.deadTasks({ queue: 'all', limit: '200' })).map(({ type }) => type)).toEqual(
      Array.from({ length: 100 }, () => 'late'),
    );
    expect(faults).toEqual([]);
  });

  it('is paused, goes on and is cancelled', async () => {
    await stage.client.queues.put('held', {});
    await makeDead(calls, 'held', withThreads(50, 'held'));
    const { id } = await operations.create({
      action: 'restart',
      filter: { queue: 'held' },
      ratePerSecond: 1,
    });
    const { page } = await stage.open('/operations');
    await page.getByRole('link', { name: `Restart ${id}` }).click();

    await action(page, 'Pause').click();
    await words(page).getByText('wait for your word').waitFor();
    await operations.untilState(id, 'paused');
    await action(page, 'Resume').click();
    await action(page, 'Pause').waitFor();
    await action(page, 'Cancel').click();

    await words(page)
      .getByText(/^Cancelled: \d+ tasks stay in the DLQ/)
      .waitFor();
    await action(page, 'Cancel').waitFor({ state: 'detached' });
  });
});

describe('an operator’s hour', () => {
  it('is spent on a stuck thread and 2,413 dead tasks, from the keyboard, and ends with a link for a colleague', async () => {
    await stage.client.queues.put('billing', {});
    await calls.enqueue('billing', { threadId: 'account-9' });
    await stage.client.queues.pause('billing', { reason: 'the ledger is being moved' });
    await stage.client.queues.put('charges', { maxAttempts: 1 });
    const outage = { error: { type: 'HTTP_503', message: 'The bank answered 503' } };
    await makeDead(calls, 'charges', withThreads(2_113, 'charges'), outage);
    const closed = { error: { type: 'AccountClosed', message: 'The account is closed' } };
    await makeDead(calls, 'charges', withThreads(300, 'charges'), closed);

    const { page, faults } = await stage.open('/threads?queue=billing');
    await rowWith(page, 'Threads', 'account-9').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByText(/^Nobody is running because queue billing is paused/).waitFor();

    await page.keyboard.press('g');
    await page.keyboard.press('d');
    const outages = page.getByRole('row').filter({ hasText: 'The bank answered 503' });
    await outages.getByRole('cell', { name: '2,113' }).first().waitFor();
    await tabTo(page, outages.getByRole('link', { name: /^Restart all/ }));
    await page.keyboard.press('Enter');
    const start = page.getByRole('button', { name: 'Restart 2,113 tasks' });
    await tabTo(page, page.getByLabel('Reason'));
    await page.keyboard.type('the bank is back');
    await tabTo(page, start);
    await page.keyboard.press('Enter');

    await words(page).getByText('The first 5 are out').waitFor();
    await work('charges', { max: 5 });
    await words(page).getByText('All are restarted, and not yet verified').waitFor();
    await work('charges', { max: tasksAtOnce, failing: 13 });
    await words(page).getByText('492 passed, 13 failed again and 1,608 are still to end').waitFor();
    const again = page.getByRole('table', { name: 'Failed again' });
    await again.getByText('The card expired in October').waitFor();
    await again.getByText('new error').waitFor();

    await tabTo(page, action(page, 'Undo'));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'Undo the restart' }));
    await page.keyboard.press('Enter');
    await words(page).getByText('1,608 are back in the DLQ, 505 had started and stay as they are.').waitFor();
    expect(faults).toEqual([]);

    const { pathname, search } = new URL(page.url());
    const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
    const colleague = await stage.open(pathname + search, phone);
    await words(colleague.page).getByText('1,608 are back in the DLQ').waitFor();
    const overflow = 'document.documentElement.scrollWidth - window.innerWidth';
    expect(await colleague.page.evaluate(overflow)).toBeLessThanOrEqual(0);
    await takePicture(colleague.page, 'console-operation-phone');
    expect(await findBarriers(colleague.page)).toEqual([]);
  });

  it.each(['light', 'dark'] as const)(
    'leaves an operation to look at, without a barrier in %s',
    async (colorScheme) => {
      const [latest] = (await operations.list('?limit=1')).items;
      const id = latest?.id ?? '';
      const { page } = await stage.open(`/operations/${id}`, {
        colorScheme,
        deviceScaleFactor: 2,
      });
      await page.getByRole('table', { name: 'Tasks of the operation' }).getByRole('row').nth(5).waitFor();
      await takePicture(page, `console-operation-${colorScheme}`);
      expect(await findBarriers(page)).toEqual([]);
      await page.getByRole('link', { name: 'Operations' }).last().click();
      await page.getByRole('link', { name: `Restart ${id}` }).waitFor();
      await takePicture(page, `console-operations-${colorScheme}`);
      expect(await findBarriers(page)).toEqual([]);
    },
  );
});
