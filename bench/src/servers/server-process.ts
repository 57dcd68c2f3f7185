import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A server that runs for the measurement alone. */
export interface ServerProcess {
  readonly port: number;
  stop(): Promise<void>;
}

/** How to run a server. */
export interface ServerCommand {
  readonly program: string;
  readonly options: readonly string[];
  readonly port: number;
  readonly spawnOptions?: SpawnOptions;
  /** Ends it in an orderly way. */
  readonly stopSignal?: NodeJS.Signals;
}

const startTimeoutMs = 30_000;
const pollMs = 20;

const accepts = async (port: number): Promise<boolean> => {
  const socket = connect({ port, host: '127.0.0.1' });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
};

/** Starts a server and waits until it takes connections. Throws when it ends instead. */
export const startServer = async (command: ServerCommand): Promise<ServerProcess> => {
  const { program, options, port, spawnOptions, stopSignal = 'SIGTERM' } = command;
  const child = spawn(program, [...options], { ...spawnOptions, stdio: 'ignore' });
  let trouble: Error | undefined;
  child.once('error', (error) => (trouble = error));
  child.once('exit', (code) => (trouble ??= new Error(`${program} ended (${code}).`)));
  const deadlineMs = performance.now() + startTimeoutMs;
  while (!(await accepts(port))) {
    if (trouble !== undefined) throw trouble;
    if (performance.now() > deadlineMs) throw new Error(`${program} takes no connections.`);
    await pause(pollMs);
  }
  return {
    port,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill(stopSignal);
      await exit;
    },
  };
};
