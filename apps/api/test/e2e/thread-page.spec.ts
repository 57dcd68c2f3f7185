import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { findBarriers } from '../support/accessibility.js';
import { rowWith, untilCounted } from '../support/console.js';
import { setUpConsole } from '../support/console-stage.js';
import { takePicture } from '../support/screens.js';
import { tellThreadStory, type ThreadStory } from '../support/thread-story.js';
import { enqueue } from '../support/workload.js';

let story: ThreadStory;

const stage = setUpConsole(async ({ client }) => {
  story = await tellThreadStory(client, { queue: 'accounts', threadId: 'account-7' });
});

const part = (page: Page, name: string) => page.getByRole('region', { name });
const pathOf = (threadId: string): string => `/threads/line?threadId=${encodeURIComponent(threadId)}`;

describe('a thread in both schemes, on a desk and on a phone', () => {
  it.each(['light', 'dark'] as const)('has no barrier and nothing cut off in %s', async (colorScheme) => {
    const desk = await stage.open(pathOf(story.threadId), {
      colorScheme,
      deviceScaleFactor: 2,
    });
    await rowWith(desk.page, 'Line', story.deadId).waitFor();
    await part(desk.page, 'History').getByText('overlap.').waitFor();
    await takePicture(desk.page, `console-thread-${colorScheme}`);
    expect(await findBarriers(desk.page)).toEqual([]);
    const phone = { colorScheme, viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
    const { page } = await stage.open(pathOf(story.threadId), phone);
    await rowWith(page, 'Line', story.deadId).waitFor();

    const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');

    expect(overflow).toBeLessThanOrEqual(0);
    expect(await findBarriers(page)).toEqual([]);
    await takePicture(page, `console-thread-phone-${colorScheme}`);
  });
});

describe('a thread', () => {
  it('says who runs, why the head is the head, and what comes next', async () => {
    const { page, faults } = await stage.open(pathOf(story.threadId));
    const [head = '', second = ''] = story.waitingIds;

    await part(page, 'Now').getByText('worker-7').waitFor();
    await part(page, 'Now').getByRole('link', { name: story.runningId }).waitFor();
    const why = await part(page, 'Head and why').getByText('comes before').innerText();
    expect(why).toMatch(
      new RegExp(
        `^\\d\\d:\\d\\d:\\d\\d\\.\\d{3}, id ${head} comes before .*, id ${second}: (same time, smaller id|earlier time)\\.$`,
      ),
    );
    await part(page, 'Next').getByText(`When ${story.runningId} finishes, ${head} runs at once.`).waitFor();
    await part(page, 'Next').getByText('If it fails, its attempt 2 of 5 is due at about').waitFor();
    expect(faults).toEqual([]);
  });

  it('R9: has the dead in the line where a restart would put them', async () => {
    const { page } = await stage.open(pathOf(story.threadId));
    const line = page.getByRole('table', { name: 'Line' });
    await rowWith(page, 'Line', story.deadId).waitFor();

    const order = [story.runningId, ...story.waitingIds, story.deadId, story.futureId];
    const cells = line.getByRole('row').locator('.cell:nth-child(2)');
    await untilCounted(cells, order.length + 1);

    expect((await cells.allInnerTexts()).slice(1)).toEqual(order);
    await rowWith(page, 'Line', story.futureId)
      .getByText(/^in 5\d min$/)
      .waitFor();
  });

  it('R1: shows who ran when on one lane, on which no two runs overlap, and is walked with the keyboard', async () => {
    const { page, faults } = await stage.open(pathOf(story.threadId));
    const history = part(page, 'History');
    await history.getByText(`No two of these ${story.pastIds.length + 2} runs overlap.`).waitFor();
    const runs = history.getByRole('link', { name: /^Task \d+, attempt/ });
    await untilCounted(runs, story.pastIds.length + 2);

    await runs.last().focus();
    await page.keyboard.press('Home');
    await history.getByText(`Task ${story.pastIds[0] ?? ''}, attempt 1, completed on worker-1`).waitFor();
    for (const _step of [1, 2, 3]) await page.keyboard.press('ArrowRight');
    await history.getByText('The account service answered 503').waitFor();
    await page.keyboard.press('+');
    await page.waitForURL(/runs=\d+-\d+/);
    await page.reload();
    await history.getByRole('button', { name: 'All' }).click();
    await page.waitForURL((url) => !url.search.includes('runs='));
    await runs.first().focus();
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { name: /^Task \d+/ }).waitFor();
    expect(faults).toEqual([]);
  });

  it('is at its address also when its last member has left, with its history', async () => {
    await stage.client.queues.put('gone', {});
    await enqueue(stage.client, 'gone', { payload: 1, threadId: 'gone' });
    const [task] = (await stage.client.tasks.dequeue('gone', { workerId: 'worker-1' })).tasks;
    await stage.client.tasks.complete(task?.id ?? '', { leaseToken: task?.leaseToken ?? '' });

    const { page } = await stage.open(pathOf('gone'));

    await page.getByText('No member is left, so the thread does not exist now.').waitFor();
    await part(page, 'History')
      .getByText(`Task ${task?.id ?? ''}, attempt 1`)
      .waitFor();
  });

  it('is found by its beginning and opened from the list', async () => {
    const { page } = await stage.open('/threads?prefix=account-');
    await rowWith(page, 'Threads', story.threadId).click();

    await page.getByRole('heading', { name: `Thread ${story.threadId}` }).waitFor();
  });
});
