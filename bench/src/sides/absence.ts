import { readFileSync } from 'node:fs';
import { describeSide, type Need, type SideName } from './catalogue.js';

const packages = new URL('../../node_modules/', import.meta.url);

const readManifest = (packageName: string): unknown => {
  try {
    return JSON.parse(readFileSync(new URL(`${packageName}/package.json`, packages), 'utf8'));
  } catch {
    return null;
  }
};

const leastNodeMajor = (manifest: unknown): number => {
  const engines: unknown = Reflect.get(Object(manifest), 'engines');
  const range = String(Reflect.get(Object(engines), 'node') ?? '');
  return Number(/>=\s*(\d+)/.exec(range)?.[1] ?? 0);
};

const packageTrouble = (packageName: string): string | null => {
  const manifest = readManifest(packageName);
  if (manifest === null) return `the package ${packageName} is not installed`;
  const least = leastNodeMajor(manifest);
  const [major = 0] = process.versions.node.split('.').map(Number);
  return major < least ? `${packageName} needs Node ${least}, and this is ${process.versions.node}` : null;
};

/** Why a side cannot be measured here; null when it can. */
export const absenceOf = (side: SideName, servers: ReadonlyMap<Need, string>): string | null => {
  const { need, packageName } = describeSide(side);
  if (!servers.has(need)) return 'its server is not on this machine';
  return packageName === undefined ? null : packageTrouble(packageName);
};
