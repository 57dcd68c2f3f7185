/**
 * Compiles one project for Node: `node tools/compile.mjs <project folder>`.
 *
 * `src/**` goes to `dist/`: TypeScript through SWC (which keeps the decorator metadata that Nest's injection
 * reads), every other file copied, specs left out. What no longer has a source is removed.
 */
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { transform } from '@swc/core';

/** @type {import('@swc/core').Options} */
const swcOptions = {
  swcrc: false,
  configFile: false,
  sourceMaps: true,
  module: { type: 'es6' },
  jsc: {
    target: 'es2022',
    keepClassNames: true,
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  },
};

/** @param {string} folder */
async function listFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)));
}

/** @param {string} file */
const isSpec = (file) => /\.spec\.tsx?$/.test(file);

/** @param {string} file */
const isDeclaration = (file) => /\.d\.[mc]?ts$/.test(file);

/**
 * Compiles or copies one file of `src`.
 *
 * @param {string} source
 * @param {string} output the folder `dist`
 * @param {string} file relative to both
 * @returns {Promise<string[]>} the files written, relative to `dist`
 */
async function emit(source, output, file) {
  const from = path.join(source, file);
  await mkdir(path.dirname(path.join(output, file)), { recursive: true });
  if (!file.endsWith('.ts')) {
    await writeFile(path.join(output, file), await readFile(from));
    return [file];
  }
  const target = file.replace(/\.ts$/, '.js');
  const mapName = `${path.basename(target)}.map`;
  const sourceFromMap = path.relative(path.dirname(path.join(output, target)), from);
  const { code, map } = await transform(await readFile(from, 'utf8'), {
    ...swcOptions,
    filename: from,
    sourceFileName: sourceFromMap.split(path.sep).join('/'),
  });
  await writeFile(path.join(output, target), `${code}//# sourceMappingURL=${mapName}\n`);
  await writeFile(path.join(output, `${target}.map`), map ?? '');
  return [target, `${target}.map`];
}

/** @param {string} project */
async function compile(project) {
  const source = path.join(project, 'src');
  const output = path.join(project, 'dist');
  const files = (await listFiles(source)).filter((file) => !isSpec(file) && !isDeclaration(file));
  const written = new Set((await Promise.all(files.map((file) => emit(source, output, file)))).flat());
  const stale = (await listFiles(output)).filter((file) => !written.has(file));
  await Promise.all(stale.map((file) => rm(path.join(output, file))));
  return files.length;
}

const project = process.argv[2];
if (project === undefined) {
  console.error('Use: node tools/compile.mjs <project folder>');
  process.exit(2);
}
const startedAt = performance.now();
const count = await compile(path.resolve(project));
console.log(`Compiled ${count} files in ${Math.round(performance.now() - startedAt)} ms`);
