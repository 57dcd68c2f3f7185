import path from 'node:path';
import { findPackageFile, findProgram } from '../programs.js';

const server = ['mariadb-server-core', 'mariadb-client-core', 'mariadb-server', 'galera-4', 'rsync'];

/** What the nodes of a cluster are made of. */
export interface GaleraPrograms {
  /** The path of mariadbd. */
  readonly server: string;
  /** The path of mariadb-install-db. */
  readonly installer: string;
  /** The path of libgalera_smm.so. */
  readonly provider: string;
  /** Where an unpacked server finds its own files; nothing for an installed one. */
  readonly options: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
}

/** Finds them: installed, else Debian's packages, unpacked. Throws an error that says what to do. */
export const findGaleraPrograms = async (): Promise<GaleraPrograms> => {
  const mariadbd = await findProgram({ name: 'mariadbd', packages: server });
  const installer = await findProgram({ name: 'mariadb-install-db', packages: server });
  // The server starts it by its name to bring a node up to date.
  const transfer = await findProgram({ name: 'wsrep_sst_rsync', packages: server });
  const provider = await findPackageFile({ file: 'usr/lib/galera/libgalera_smm.so', packages: server });
  const folders = [path.dirname(transfer.path), path.dirname(mariadbd.path), process.env['PATH'] ?? ''];
  return {
    server: mariadbd.path,
    installer: installer.path,
    provider: provider.path,
    options: mariadbd.root === undefined ? [] : [`--basedir=${path.join(mariadbd.root, 'usr')}`],
    environment: { ...mariadbd.environment, PATH: folders.join(path.delimiter) },
  };
};
