/** Unpacks the distribution's database server into a folder of its own, where none is installed. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { unpackedEnvironment, unpackPackages } from '../programs/unpack-packages.mjs';
import { inspectServer, serverCandidates } from './find-server.mjs';

/** @typedef {import('./find-server.mjs').DatabaseServer} DatabaseServer */

/**
 * What releases of Debian and Ubuntu call a server without its system service. MariaDB's installation script reads
 * its options with a program that comes with the client.
 */
const packageSets = [
  ['mariadb-server-core', 'mariadb-client-core'],
  ['mariadb-server-core-10.6', 'mariadb-client-core-10.6'],
  ['mysql-server-core'],
  ['mysql-server-core-8.0'],
];

/**
 * @param {string} root where a server was unpacked
 * @returns {DatabaseServer | undefined}
 */
function findUnpackedServer(root) {
  const environment = unpackedEnvironment(root);
  const candidates = serverCandidates('')
    .map((candidate) => path.join(root, candidate))
    .filter((candidate) => existsSync(candidate));
  for (const candidate of candidates) {
    const server = inspectServer(candidate, { baseDirectory: path.join(root, 'usr'), environment });
    if (server !== undefined) return server;
  }
  return undefined;
}

/**
 * Unpacks a server into `root`, or takes the one that is already there.
 *
 * @param {string} root
 * @returns {DatabaseServer | undefined} undefined where the system is neither Debian nor Ubuntu, or offers no server
 */
export function unpackServer(root) {
  const existing = findUnpackedServer(root);
  if (existing !== undefined) return existing;
  return unpackPackages(root, packageSets) ? findUnpackedServer(root) : undefined;
}
