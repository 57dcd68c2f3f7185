import { describe, expect, it } from '@jest/globals';
import { setUpConsole } from '../support/console-stage.js';
import { killOne } from '../support/workload.js';

const lineHeightPx = 32;

const stage = setUpConsole(async ({ client }) => {
  await client.queues.put('failing', {});
  for (const number of [1, 2]) {
    await killOne(client, 'failing', { payload: number }, { type: 'HTTP_503', message: 'Answered 503' });
  }
});

describe('the panel of a dead task', () => {
  it.each([
    ['a small laptop', { width: 1024, height: 720 }],
    ['a phone', { width: 390, height: 844 }],
  ])('has its id in one line on %s, and is closed by Back, which stays in the list', async (_, viewport) => {
    const { page, faults } = await stage.open('/dlq?view=tasks', { viewport });
    const rows = page.getByRole('table', { name: 'Dead tasks' }).locator('.table-row');
    await rows.nth(1).getByText('Answered 503').click();
    const panel = page.getByRole('complementary', { name: /^Dead task / });
    await panel.getByRole('button', { name: 'Edit and restart' }).waitFor();
    const heading = await panel.getByRole('heading', { name: /^Task / }).boundingBox();
    expect(heading?.height).toBeLessThan(lineHeightPx);

    await page.goBack();

    await panel.waitFor({ state: 'detached' });
    await rows.nth(1).waitFor();
    expect(new URL(page.url()).search).toBe('?view=tasks');
    expect(faults).toEqual([]);
  });
});
