import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** One file a case: where it stands, what it says, and the rule that must refuse it (none: it is allowed). */
const cases: [file: string, text: string, rule: string | undefined][] = [
  ['libs/thread-engine/src/package.ts', `import 'zod';`, 'no-restricted-imports'],
  ['libs/thread-engine/src/built-in.ts', `import 'node:fs';`, 'no-restricted-imports'],
  ['libs/thread-engine/src/re-export.ts', `export { z } from 'zod';`, 'no-restricted-imports'],
  ['libs/thread-engine/src/own-file.ts', `import './order.js';`, undefined],
  ['libs/thread-engine/src/clock.ts', `export const now = () => Date.now();`, 'no-restricted-properties'],
  [
    'libs/thread-engine/src/chance.ts',
    `export const roll = () => Math.random();`,
    'no-restricted-properties',
  ],
  ['libs/thread-engine/src/date.ts', `export const today = () => new Date();`, 'no-restricted-globals'],
  ['libs/thread-engine/src/env.ts', `export const env = () => process.env;`, 'no-restricted-globals'],
  ['libs/thread-engine/src/later.ts', `export const wait = async () => 1;`, 'no-async-await'],
  ['libs/oracle/src/engine.ts', `import '@spool/thread-engine';`, 'no-restricted-imports'],
  ['libs/oracle/src/own-file.ts', `import './oracle.js';`, undefined],
  ['libs/contracts/src/zod.ts', `import 'zod';`, undefined],
  ['libs/contracts/src/engine.ts', `import '@spool/thread-engine';`, 'no-restricted-imports'],
  ['libs/contracts/src/package.ts', `import 'rxjs';`, 'no-restricted-imports'],
  ['libs/client/src/contracts.ts', `import '@spool/contracts';`, undefined],
  ['libs/client/src/engine.ts', `import '@spool/thread-engine';`, 'no-restricted-imports'],
  ['libs/client/src/escape.ts', `import '../../../apps/api/src/main.js';`, 'no-restricted-imports'],
  ['apps/cli/src/client.ts', `import '@spool/client'; import 'commander'; import 'node:fs';`, undefined],
  ['apps/cli/src/engine.ts', `import '@spool/thread-engine';`, 'no-restricted-imports'],
  ['apps/cli/src/sql.ts', `import 'mysql2/promise';`, 'no-restricted-imports'],
  ['apps/admin/src/client.ts', `import '@spool/client';`, undefined],
  ['apps/admin/src/engine.ts', `import '@spool/thread-engine';`, 'no-restricted-imports'],
  ['apps/admin/src/server.ts', `import '@nestjs/common';`, 'no-restricted-imports'],
  [
    'apps/admin/src/mutation.ts',
    `import { useMutation } from '@tanstack/react-query';`,
    'no-restricted-imports',
  ],
  ['apps/admin/src/query.ts', `import { useQuery } from '@tanstack/react-query';`, undefined],
  ['apps/api/src/app.ts', `import '@spool/thread-engine'; import '@spool/contracts';`, undefined],
  ['apps/api/src/client.ts', `import '@spool/client';`, 'no-restricted-imports'],
  ['apps/api/src/maintenance/sql.ts', `import 'typeorm';`, 'no-restricted-imports'],
  ['apps/api/src/queues/sql.ts', `import 'mysql2/promise';`, 'no-restricted-imports'],
  ['apps/api/src/queues/neighbour.ts', `import '../tasks/tasks.service.js';`, 'no-restricted-imports'],
  ['apps/api/src/dead-tasks/deep/neighbour.ts', `import '../../leases/x.js';`, 'no-restricted-imports'],
  [
    'apps/api/src/sessions/neighbour.ts',
    `import '../operators/operators.service.js';`,
    'no-restricted-imports',
  ],
  ['apps/api/src/audit/neighbour.ts', `import '../events/rounds.js';`, 'no-restricted-imports'],
  ['apps/api/src/operators/first-start.ts', `import '../first-start/first-password.js';`, undefined],
  ['apps/api/src/queues/store.ts', `import '../store/queue-store.js';`, undefined],
  ['apps/api/src/store/sql.ts', `import 'typeorm'; import 'mysql2';`, undefined],
  ['apps/api/src/platform/sql.ts', `import 'typeorm';`, undefined],
];

interface Diagnostic {
  code: string;
  filename: string;
}

let folder: string;
let refusals: Map<string, string[]>;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'spool-import-rules-'));
  const configuration: object = JSON.parse(readFileSync(path.join(root, '.oxlintrc.json'), 'utf8'));
  const withoutTypes = JSON.stringify({ ...configuration, options: { typeAware: false } });
  writeFileSync(path.join(folder, '.oxlintrc.json'), withoutTypes);
  for (const [file, text] of cases) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), `${text}\n`);
  }
  const oxlint = path.join(root, 'node_modules', '.bin', 'oxlint');
  const { stdout } = spawnSync(oxlint, ['-f', 'json', '.'], { cwd: folder, encoding: 'utf8' });
  const { diagnostics }: { diagnostics: Diagnostic[] } = JSON.parse(stdout);
  refusals = new Map(cases.map(([file]) => [file, []]));
  for (const { code, filename } of diagnostics) refusals.get(filename)?.push(code);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('who may import whom', () => {
  it.each(cases.filter(([, , rule]) => rule !== undefined))('refuses %s: %s', (file, _text, rule) => {
    expect(refusals.get(file)).toEqual(expect.arrayContaining([expect.stringContaining(`(${rule})`)]));
  });

  it.each(cases.filter(([, , rule]) => rule === undefined))('allows %s: %s', (file) => {
    expect(refusals.get(file)?.filter((code) => code.includes('no-restricted'))).toEqual([]);
  });
});
