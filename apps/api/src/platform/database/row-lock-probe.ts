import type { DataSource } from 'typeorm';

const lockWithoutWaiting = 'SELECT id FROM migration_lock WHERE id = 1 FOR UPDATE NOWAIT';
/** ER_LOCK_NOWAIT of MySQL; MariaDB answers a lock timeout at once. */
const refusals = new Set<unknown>([3572, 1205]);

const isRefusal = (error: unknown): boolean => {
  const driverError: unknown = error instanceof Error ? Reflect.get(error, 'driverError') : undefined;
  return (
    typeof driverError === 'object' && driverError !== null && refusals.has(Reflect.get(driverError, 'errno'))
  );
};

/**
 * Makes sure that the server really locks rows, while another connection holds the migrations' lock: some that
 * speak MySQL's language ignore locks in silence, and would run a thread's tasks side by side (R1).
 */
export const requireRowLocks = async (dataSource: DataSource): Promise<void> => {
  const runner = dataSource.createQueryRunner();
  await runner.startTransaction();
  try {
    await runner.query(lockWithoutWaiting);
  } catch (error) {
    if (isRefusal(error)) return;
    throw error;
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
  throw new Error(
    'This database hands out a row that another connection has locked: Spool needs InnoDB of MySQL 8.0.13 or MariaDB 10.6, or newer.',
  );
};
