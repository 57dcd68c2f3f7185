import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { forAllTests } from './for-all-tests.js';

/** A folder for all tests of a file, which is gone after them; answers its path. */
export const setUpFolder = (): (() => string) =>
  forAllTests(
    () => mkdtemp(path.join(tmpdir(), 'spool-folder-')),
    (folder) => rm(folder, { recursive: true, force: true }),
  );
