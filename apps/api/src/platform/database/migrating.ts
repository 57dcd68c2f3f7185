import type { DataSource } from 'typeorm';
import { migrations } from '../../store/migrations/index.js';
import { connectDataSource } from './data-source.js';
import type { DatabaseServer } from './database-server.js';
import { MigrationLock } from './migration-lock.js';

const poolSize = 2;

/** Runs work on a connection that can migrate, with the migrations' lock held: one replica or job at a time. */
export const underMigrationLock = async <Result>(
  server: DatabaseServer,
  work: (dataSource: DataSource) => Promise<Result>,
): Promise<Result> => {
  const lock = await MigrationLock.acquire(server);
  try {
    const dataSource = await connectDataSource({ ...server, poolSize }, migrations);
    try {
      return await work(dataSource);
    } finally {
      await dataSource.destroy();
    }
  } finally {
    await lock.release();
  }
};

/** Runs what migrations are missing. What an interrupted run left behind is carried on with. */
export const migrateUp = async (dataSource: DataSource): Promise<void> => {
  await dataSource.runMigrations({ transaction: 'none' });
};

/** Takes the newest migration back, with what it holds. */
export const migrateDown = async (dataSource: DataSource): Promise<void> => {
  await dataSource.undoLastMigration({ transaction: 'none' });
};
