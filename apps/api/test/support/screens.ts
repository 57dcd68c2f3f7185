import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const imagesDirectory = fileURLToPath(new URL('../../../../docs/images/', import.meta.url));

/** Takes a picture for the documents, where `SPOOL_SCREENSHOTS=1` asks for it. */
export const takePicture = async (page: Page, name: string): Promise<void> => {
  if (process.env['SPOOL_SCREENSHOTS'] !== '1') return;
  await mkdir(imagesDirectory, { recursive: true });
  await writeFile(`${imagesDirectory}${name}.png`, await page.screenshot());
};
