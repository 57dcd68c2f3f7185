import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const compiler = fileURLToPath(new URL('./compile.mjs', import.meta.url));
let project: string;

beforeEach(() => {
  project = mkdtempSync(path.join(tmpdir(), 'spool-compile-'));
});

afterEach(() => rmSync(project, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
  writeFileSync(path.join(project, file), text);
}

function compile() {
  return spawnSync(process.execPath, [compiler, project], { encoding: 'utf8' });
}

const listOutput = () =>
  readdirSync(path.join(project, 'dist'), { recursive: true, encoding: 'utf8' }).sort();

describe('compiling a project', () => {
  it('keeps the types of injected parameters', () => {
    write(
      'src/main.ts',
      `export class Store {}
       const inject: ClassDecorator = () => undefined;
       @inject
       export class Service { constructor(readonly store: Store) {} }`,
    );
    expect(compile().status).toBe(0);
    expect(readFileSync(path.join(project, 'dist', 'main.js'), 'utf8')).toMatch(
      /"design:paramtypes", \[\s*typeof Store/,
    );
  });

  it('copies what is no TypeScript, leaves specs out and removes what has no source any more', () => {
    write('src/main.ts', 'export const one = 1;');
    write('src/main.spec.ts', 'throw new Error();');
    write('src/schema.sql', 'SELECT 1');
    write('dist/gone.js', '');
    expect(compile().status).toBe(0);
    expect(listOutput()).toEqual(['main.js', 'main.js.map', 'schema.sql']);
  });

  it('fails on a file that cannot be read as TypeScript', () => {
    write('src/main.ts', 'export const = 1;');
    expect(compile().status).toBe(1);
  });
});
