import type { SideName } from './catalogue.js';
import type { Side } from './side.js';
import type { SpoolSide } from './spool/spool-side.js';

/** Where a side finds its own fresh server or database. */
export interface Place {
  /** A database of its own, or a Redis of its own. */
  readonly url: string;
  /** A folder of its own. */
  readonly directory: string;
}

/** Opens Spool. */
export const openSpool = async ({ url, directory }: Place): Promise<SpoolSide> => {
  const { SpoolSide: Spool } = await import('./spool/spool-side.js');
  return Spool.open({ databaseUrl: url, dataDirectory: directory });
};

/** Opens a side; only the packages of that side are loaded. */
export const openSide = async (name: SideName, place: Place): Promise<Side> => {
  switch (name) {
    case 'spool-mariadb':
    case 'spool-mysql':
      return openSpool(place);
    case 'plain-sql-mariadb':
    case 'plain-sql-mysql':
      return (await import('./plain-sql-side.js')).PlainSqlSide.open(place.url);
    case 'groupmq':
    case 'groupmq-fsync':
      return new (await import('./peers/groupmq-side.js')).GroupmqSide(place.url);
    case 'bullmq':
    case 'bullmq-fsync':
      return new (await import('./peers/bullmq-side.js')).BullmqSide(place.url);
    case 'pg-boss':
      return (await import('./peers/pg-boss-side.js')).PgBossSide.open(place.url);
    case 'graphile-worker':
      return (await import('./peers/graphile-worker-side.js')).GraphileWorkerSide.open(place.url);
  }
};
