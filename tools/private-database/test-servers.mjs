import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findServers } from './find-server.mjs';
import { unpackServer } from './unpack-server.mjs';

/** Where `npm start` unpacks one too: done once for both. */
const unpackedServer = fileURLToPath(new URL('../../.data/database/server', import.meta.url));

/**
 * Every kind of server that the tests can run on: what `SPOOL_TEST_MYSQLD` and `SPOOL_MYSQLD` name and what is
 * installed; without any, the distribution's, unpacked.
 *
 * @returns {import('./find-server.mjs').DatabaseServer[]} MariaDB first
 */
export function findTestServers() {
  const servers = findServers({ named: [process.env['SPOOL_TEST_MYSQLD'], process.env['SPOOL_MYSQLD']] });
  if (servers.length > 0) return servers.sort((left, right) => left.kind.localeCompare(right.kind));
  const unpacked = unpackServer(path.normalize(unpackedServer));
  return unpacked === undefined ? [] : [unpacked];
}
