import { describe, expect, it } from '@jest/globals';
import { rowWith } from '../support/console.js';
import { setUpConsole } from '../support/console-stage.js';
import { eventually } from '../support/eventually.js';
import { enqueue, killOne, takeOne } from '../support/workload.js';

const stage = setUpConsole();

const verdictPatienceMs = 5_000;
const longAgo = (): string => new Date(Date.now() - 3_600_000).toISOString();

describe('the overview', () => {
  it('begins with the calls that make the first queue and task', async () => {
    const { page, faults } = await stage.open('/');

    await page.getByRole('heading', { name: 'There is no queue yet' }).waitFor();

    expect(await page.getByRole('region', { name: 'First calls' }).innerText()).toContain(
      `curl -X PUT ${stage.spool.url}/v1/queues/orders`,
    );
    expect(faults).toEqual([]);
  });

  it('says within five seconds what is wrong: no worker, a held thread, a rising error', async () => {
    const { client, spool } = stage;
    await client.queues.put('unserved', {});
    await enqueue(client, 'unserved', { payload: 1, scheduledAt: longAgo() });
    await client.queues.put('hung', {});
    const holder = await enqueue(client, 'hung', { payload: 1, threadId: 'customer-42' });
    await enqueue(client, 'hung', { payload: 2, threadId: 'customer-42' });
    await takeOne(client, 'hung', 'worker-hung');
    await spool.database.write((sql) =>
      sql.change('UPDATE leases SET started_at = started_at - INTERVAL 1 HOUR', []),
    );
    await client.queues.put('failing', {});
    for (const number of [1, 2, 3]) {
      await killOne(client, 'failing', { payload: number }, { type: 'HTTP_503', message: 'Answered 503' });
    }
    const { page, faults } = await stage.open('/');

    const verdict = page.getByRole('region', { name: 'Verdict' });
    await verdict.getByText('3 things need you').waitFor({ timeout: verdictPatienceMs });

    const text = await verdict.innerText();
    expect(text).toContain('unserved has 1 ready task and no worker');
    expect(text).toContain(`Thread customer-42 is held up by ${holder} on worker-hung`);
    expect(text).toContain('HTTP_503 is rising in failing');
    expect(faults).toEqual([]);
  });

  it('leads from its numbers to the tasks that they count', async () => {
    const { page } = await stage.open('/');

    await page
      .getByRole('region', { name: 'Tasks now' })
      .getByRole('link', { name: /Running/ })
      .click();

    await page.getByRole('button', { name: 'Remove state:running' }).waitFor();
  });
});

describe('the latest operations on the overview', () => {
  it('say whether they are verified, and lead to their page', async () => {
    const { client } = stage;
    await client.queues.put('repaired', {});
    await killOne(client, 'repaired', { payload: 1 }, { type: 'HTTP_503', message: 'Answered 503' });
    const filter = { queue: 'repaired' };
    const { id } = await client.operations.create({ action: 'restart', filter, reason: 'It is back' });
    const { page, faults } = await stage.open('/');

    const row = page.getByRole('table', { name: 'Recent operations' }).getByRole('row');
    await row.filter({ hasText: 'It is back' }).getByText('verifying').waitFor();
    await row.getByRole('link', { name: `Restart ${id}` }).click();

    await page.getByRole('heading', { name: `Restart of 1 task, operation ${id}` }).waitFor();
    expect(faults).toEqual([]);
  });
});

describe('the frame', () => {
  it('leads to any id, thread, queue or command by the palette', async () => {
    await stage.client.queues.put('reached', {});
    const id = await enqueue(stage.client, 'reached', { payload: 1 });
    const { page, faults } = await stage.open('/workers');
    await page.getByRole('heading', { name: 'Workers' }).waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByPlaceholder('A task id, a thread, a queue, or a command').fill(id);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: `Task ${id}` }).waitFor();

    await page.keyboard.press('ControlOrMeta+k');
    await page.getByPlaceholder('A task id, a thread, a queue, or a command').fill('dark');
    await page.getByText('Dark colours').click();

    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
    expect(faults).toEqual([]);
  });

  it('shows times in UTC or in the zone of the browser, and names it', async () => {
    const { workerId } = await takeAny();
    const { page } = await stage.open('/workers', { timezoneId: 'America/New_York' });
    const cell = rowWith(page, 'Workers', workerId).locator('time');
    await cell.waitFor();
    expect(await cell.getAttribute('title')).toMatch(/ UTC$/);

    await page.getByRole('button', { name: 'Account and display' }).click();
    await page.getByText('America/New_York').click();

    await page
      .getByTitle(/ America\/New_York$/)
      .first()
      .waitFor();
  });

  it('rests when it is paused, and says so', async () => {
    await stage.client.queues.put('resting', {});
    const { page } = await stage.open('/queues/resting');
    await page.getByRole('button', { name: 'Pause the refreshes' }).click();
    await page.getByRole('status', { name: 'Live data' }).getByText('Paused').waitFor();
    const answers: string[] = [];
    page.on('response', (response) => answers.push(response.url()));
    await enqueue(stage.client, 'resting', { payload: 1 });

    await page.getByRole('button', { name: 'Resume the refreshes' }).click();

    await page.getByRole('link', { name: 'Ready 1' }).waitFor();
    await page.getByRole('status', { name: 'Live data' }).getByText('Live').waitFor();
    expect(answers.length).toBeGreaterThan(0);
  });
});

const takeAny = async () => {
  await stage.client.queues.put('zoned', {});
  await enqueue(stage.client, 'zoned', { payload: 1 });
  const workerId = 'worker-zoned';
  await takeOne(stage.client, 'zoned', workerId);
  // A list that is on the screen already shows who comes later behind a pill only.
  return eventually('the worker in the list', async () => {
    const { items } = await stage.client.workers.list();
    return items.find((worker) => worker.workerId === workerId) ?? null;
  });
};
