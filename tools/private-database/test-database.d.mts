export interface PrivateDatabaseOptions {
  /** For data, log and socket. Start again on the same directory to find the data of the last time. */
  directory: string;
  /** Default: what the environment variable `SPOOL_TEST_SERVER` names, else the first kind on this machine. */
  server?: 'mariadb' | 'mysql';
  /** Default: a free port. Name the last one to come back where clients look for it. */
  port?: number;
  /** For the server's command line, beside the usual ones. */
  options?: readonly string[];
}

export interface PrivateDatabase {
  kind: 'mariadb' | 'mysql';
  version: string;
  /** `mysql://root@127.0.0.1:<port>/spool`: an empty database that exists. */
  url: string;
  /** `mysql://root@127.0.0.1:<port>/`: append a name after having created that database. */
  rootUrl: string;
  port: number;
  pid: number;
  /** Ends the server cleanly and waits for it. */
  stop(): Promise<void>;
  /** Ends the server with SIGKILL, as a crash would, and waits until it is gone. */
  kill(): Promise<void>;
}

/** Starts a server of its own on a free loopback port: root without a password, every commit durable. */
export function startPrivateDatabase(options: PrivateDatabaseOptions): Promise<PrivateDatabase>;
