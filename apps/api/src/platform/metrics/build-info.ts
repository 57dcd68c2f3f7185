import { readFileSync } from 'node:fs';
import type { Metrics } from './metrics.js';

const manifest = new URL('../../../package.json', import.meta.url);

/** The version that runs, from the API's own manifest: the one place where it is written. */
export const spoolVersion = (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;

/** Says which build of Spool runs on which Node. */
export const tellBuild = (metrics: Metrics): void => {
  const labels = { version: spoolVersion, node: process.versions.node };
  metrics.gauge(
    {
      name: 'spool_build_info',
      help: 'Always 1; its labels say which Spool runs, on which Node.',
      labels: ['version', 'node'],
    },
    () => [{ labels, value: 1 }],
  );
};
