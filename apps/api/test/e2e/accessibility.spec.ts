import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { findBarriers } from '../support/accessibility.js';
import { noteBusyHour } from '../support/busy-hour.js';
import { setUpConsole } from '../support/console-stage.js';
import { fillForPicture } from '../support/picture.js';
import { takePicture } from '../support/screens.js';

const stage = setUpConsole(async ({ client, spool }) => {
  await fillForPicture(client);
  await noteBusyHour(spool.database);
});

const phone = { width: 390, height: 844 };
const colorSchemes = ['light', 'dark'] as const;
/** Colours and overlays are there at once, so that nothing is judged half shown. */
const display = { colorScheme: 'light', reducedMotion: 'reduce', deviceScaleFactor: 2 } as const;

/** Each page by its name, its address, and a text that it shows, on a phone too, once it is whole. */
const pages = [
  ['overview', '/', 'need you'],
  ['queues', '/queues', 'thumbnails'],
  ['create-queue', '/queues?create=yes', 'Keepalive timeout'],
  ['queue', '/queues/orders', 'Longest run'],
  ['tasks', '/tasks', 'ready'],
  ['dlq', '/dlq', 'HTTP_503'],
  ['dead-tasks', '/dlq?view=tasks', 'HTTP_503'],
  ['threads', '/threads', 'customer-'],
  ['workers', '/workers', 'orders-worker-1'],
  ['audit', '/audit?action=queue.put', 'queue.put'],
  ['audit-entry', '/audit?open=6', 'Done to'],
  ['account', '/settings', 'Sessions'],
  ['operators', '/settings?part=operators', 'May sign in'],
  ['operator', '/settings?part=operators&open=1', 'Reset password'],
  ['create-operator', '/settings?part=operators&create=yes', 'A random password'],
  ['api-keys', '/settings?part=keys', 'first key'],
  ['create-key', '/settings?part=keys&create=yes', 'What it may do'],
] as const;
const pictured: readonly string[] = [
  'overview',
  'queues',
  'tasks',
  'dlq',
  'audit-entry',
  'operator',
  'api-keys',
];
const picturedInDark: readonly string[] = ['overview', 'dlq'];
/** Pages with charts, which come last. */
const charted: readonly string[] = ['overview', 'queue'];

/** Buttons that their cell cuts off, and facts that reach into the next one. */
const partsCutOff = `[
  ...[...document.querySelectorAll('.cell button')].filter(
    (button) => button.getBoundingClientRect().right > button.closest('.cell').getBoundingClientRect().right,
  ),
  ...[...document.querySelectorAll('.facts dd')].filter((fact) => fact.scrollWidth > fact.clientWidth),
].map((part) => part.textContent)`;

const untilShown = (page: Page, text: string): Promise<void> =>
  page.getByText(text).filter({ visible: true }).first().waitFor();

const choose = async (page: Page, colorScheme: (typeof colorSchemes)[number]): Promise<void> => {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
};

const expectNoBarrier = async (page: Page): Promise<void> => {
  for (const colorScheme of colorSchemes) {
    await choose(page, colorScheme);
    expect([colorScheme, ...(await findBarriers(page))]).toEqual([colorScheme]);
  }
};

describe('a page without barriers in light and in dark, on a desk and on a phone', () => {
  it.each(pages)('%s', async (name, path, text) => {
    const { page, faults } = await stage.open(path, display);
    await untilShown(page, text);
    if (charted.includes(name)) await page.getByText('Tasks a minute').waitFor();
    if (pictured.includes(name)) await takePicture(page, `console-${name}-light`);
    await expectNoBarrier(page);
    if (picturedInDark.includes(name)) await takePicture(page, `console-${name}-dark`);

    await page.setViewportSize(phone);
    await untilShown(page, text);

    expect(await findBarriers(page)).toEqual([]);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
    expect(overflow).toBeLessThanOrEqual(0);
    expect(await page.evaluate(partsCutOff)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('a task beside its list', async () => {
    const { page, faults } = await stage.open('/tasks?q=state:dead', display);
    await page.getByRole('table', { name: 'Tasks' }).locator('.table-row').nth(2).click();
    await page.getByText('It is dead').waitFor();
    await page.getByText('at deliver').waitFor();
    await takePicture(page, 'console-task-light');
    await expectNoBarrier(page);

    await page.getByRole('tab', { name: 'Payload' }).click();
    await page.getByText('order', { exact: true }).waitFor();

    await expectNoBarrier(page);
    expect(faults).toEqual([]);
  });

  it('what opens below a button', async () => {
    const { page, faults } = await stage.open('/tasks?q=state:ready', display);
    await untilShown(page, 'resize');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByLabel('Name of the view').waitFor();
    await expectNoBarrier(page);
    await page.keyboard.press('Escape');
    await page.getByLabel('Name of the view').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Account and display' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();

    await expectNoBarrier(page);
    expect(faults).toEqual([]);
  });

  it('the keys and the palette', async () => {
    const { page, faults } = await stage.open('/tasks', display);
    await untilShown(page, 'ready');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).getByText('Next row').waitFor();
    await expectNoBarrier(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'detached' });

    await page.keyboard.press('ControlOrMeta+k');
    await page.getByText('Create a queue').waitFor();

    await expectNoBarrier(page);
    expect(faults).toEqual([]);
  });

  it('the form to sign in', async () => {
    const { page, faults } = await stage.openSignedOut('/sign-in');
    await page.getByRole('heading', { name: 'Sign in to Spool' }).waitFor();

    await expectNoBarrier(page);

    expect(faults).toEqual([]);
  });
});
