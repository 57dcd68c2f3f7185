/** Builds everything when a source has changed since the last build. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runQuietly } from '../processes/run-quietly.mjs';

const sourceRoots = ['apps', 'libs', 'tsconfig.base.json', 'package-lock.json', 'tools/compile.mjs'];
const outputs = ['apps/api/dist/main.js', 'apps/admin/dist/index.html'];
const unbuiltFolders = new Set(['node_modules', 'dist', 'test']);

/**
 * @param {string} location
 * @returns {string[]} the files at or below it that a build may read
 */
function listSources(location) {
  if (!existsSync(location)) return [];
  const entries = readdirSync(location, { withFileTypes: true });
  return entries
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .flatMap((entry) => {
      const file = path.join(location, entry.name);
      if (entry.isDirectory()) return unbuiltFolders.has(entry.name) ? [] : listSources(file);
      return /\.spec\.tsx?$/.test(entry.name) ? [] : [file];
    });
}

/** @param {string} root */
function hashSources(root) {
  const hash = createHash('sha256');
  for (const sourceRoot of sourceRoots) {
    const location = path.join(root, sourceRoot);
    for (const file of path.extname(location) === '' ? listSources(location) : [location]) {
      hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
}

/**
 * @param {string} root the repository
 * @param {{ report: (message: string) => void, signal?: AbortSignal }} options
 */
export async function ensureBuild(root, { report, signal }) {
  // Inside node_modules, so that newly installed packages bring a new build with them.
  const note = path.join(root, 'node_modules', '.cache', 'spool-build');
  const sources = hashSources(root);
  const isCurrent = existsSync(note) && readFileSync(note, 'utf8') === sources;
  if (isCurrent && outputs.every((output) => existsSync(path.join(root, output)))) return;
  report('Build: running');
  const startedAt = performance.now();
  rmSync(note, { force: true });
  const nx = path.join(root, 'node_modules', '.bin', 'nx');
  await runQuietly(nx, ['run-many', '-t', 'build'], {
    cwd: root,
    ...(signal === undefined ? {} : { signal }),
  });
  mkdirSync(path.dirname(note), { recursive: true });
  writeFileSync(note, sources);
  report(`Build: done in ${Math.round((performance.now() - startedAt) / 1000)} s`);
}
