/** What a side needs before it can be opened. */
export type Need = 'mariadb' | 'mysql' | 'redis' | 'redis-fsync' | 'postgresql';

/** A side as results name it. */
export interface SideDescription {
  readonly title: string;
  readonly need: Need;
  /** Whether what it acknowledged survives a power cut. */
  readonly durable: boolean;
  /** The share of the tasks that it gets, so that a slow one takes no longer than the others; rates are compared. */
  readonly share: number;
  /** Its package, where it is a peer. */
  readonly packageName?: string;
}

/** Every side, in the order of the tables. */
export const sides = {
  'spool-mariadb': { title: 'Spool on MariaDB', need: 'mariadb', durable: true, share: 1 },
  'spool-mysql': { title: 'Spool on MySQL', need: 'mysql', durable: true, share: 1 },
  'plain-sql-mariadb': { title: 'plain SQL on MariaDB', need: 'mariadb', durable: true, share: 1 },
  'plain-sql-mysql': { title: 'plain SQL on MySQL', need: 'mysql', durable: true, share: 1 },
  'groupmq-fsync': {
    title: 'groupmq, fsync always',
    need: 'redis-fsync',
    durable: true,
    share: 1,
    packageName: 'groupmq',
  },
  groupmq: {
    title: 'groupmq as shipped',
    need: 'redis',
    durable: false,
    share: 1,
    packageName: 'groupmq',
  },
  'bullmq-fsync': {
    title: 'BullMQ, fsync always',
    need: 'redis-fsync',
    durable: true,
    share: 1,
    packageName: 'bullmq',
  },
  bullmq: { title: 'BullMQ as shipped', need: 'redis', durable: false, share: 1, packageName: 'bullmq' },
  'pg-boss': {
    title: 'pg-boss',
    need: 'postgresql',
    durable: true,
    share: 0.5,
    packageName: 'pg-boss',
  },
  'graphile-worker': {
    title: 'graphile-worker',
    need: 'postgresql',
    durable: true,
    share: 0.1,
    packageName: 'graphile-worker',
  },
} as const satisfies Record<string, SideDescription>;

/** The name of a side. */
export type SideName = keyof typeof sides;

/** The description of a side. */
export const describeSide = (name: SideName): SideDescription => sides[name];

/** Whether a text names a side. */
export const isSideName = (text: string): text is SideName => Object.hasOwn(sides, text);
