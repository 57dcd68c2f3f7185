import { setTimeout as pause } from 'node:timers/promises';
import { createConnection, type Connection } from 'mysql2/promise';

/** Measures, until stopped, how long the commit of one row takes. */
export interface CommitProbe {
  /** The times, in milliseconds. */
  stop(): Promise<number[]>;
}

const pauseMs = 50;
const table = 'bench_commits';

const measureOne = async (connection: Connection): Promise<number> => {
  const startedAtMs = performance.now();
  await connection.query(`INSERT INTO ${table} (note) VALUES ('one row')`);
  return performance.now() - startedAtMs;
};

/** Commits a row twenty times a second, beside whatever else the server does. */
export const measureCommits = async (databaseUrl: string): Promise<CommitProbe> => {
  const connection = await createConnection({ uri: databaseUrl });
  await connection.query(
    `CREATE TABLE IF NOT EXISTS ${table} (id BIGINT AUTO_INCREMENT PRIMARY KEY, note VARCHAR(20) NOT NULL)`,
  );
  const timesMs: number[] = [];
  let isStopped = false;
  const probing = (async () => {
    while (!isStopped) {
      timesMs.push(await measureOne(connection));
      await pause(pauseMs);
    }
  })();
  return {
    stop: async () => {
      isStopped = true;
      await probing;
      await connection.end();
      return timesMs;
    },
  };
};
