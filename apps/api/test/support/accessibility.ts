import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { z } from 'zod';

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const violations = z.array(
  z.object({
    id: z.string(),
    help: z.string(),
    nodes: z.array(z.object({ html: z.string(), failureSummary: z.string() })),
  }),
);

/** What axe finds against WCAG 2.2 AA on a page as it stands; each with the markup that it is about. */
export const findBarriers = async (page: Page): Promise<string[]> => {
  await page.evaluate(await readFile(axeFile, 'utf8'));
  const run = `axe.run(document, { runOnly: ${JSON.stringify(standards)} }).then(({ violations }) => violations)`;
  return violations
    .parse(await page.evaluate(run))
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html}: ${failureSummary}`),
    );
};
