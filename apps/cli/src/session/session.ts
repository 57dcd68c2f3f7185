import { SpoolClient, SpoolConnectionError } from '@spool/client';
import type { Command } from 'commander';
import { Output } from '../terminal/output.js';
import { exitCodes } from './exit-codes.js';
import { Failure } from './failure.js';
import { interruption } from './interruption.js';
import { readSettings, type GlobalOptions } from './settings.js';

/** What a command works with. */
export interface Session {
  readonly client: SpoolClient;
  readonly url: string;
  readonly output: Output;
  /** Fires on Ctrl-C. */
  readonly signal: AbortSignal;
}

const openSession = async (options: GlobalOptions): Promise<Session> => {
  const { url, apiKey } = await readSettings(options, process.env);
  return {
    client: new SpoolClient({ url, ...(apiKey === undefined ? {} : { apiKey }) }),
    url,
    output: new Output(options.json === true),
    signal: interruption.signal,
  };
};

/** Makes a command's action of what it does with a session, its arguments and its options. */
export const inSession =
  <Given extends readonly unknown[]>(work: (session: Session, ...given: Given) => Promise<void>) =>
  async (...given: readonly [...Given, Command]): Promise<void> => {
    // Commander hands over the arguments, the options and, last, the command.
    const command = given.at(-1) as Command;
    const session = await openSession(command.optsWithGlobals<GlobalOptions>());
    try {
      await work(session, ...(given.slice(0, -1) as unknown as Given));
    } catch (error) {
      if (!(error instanceof SpoolConnectionError)) throw error;
      const message = `Spool cannot be reached at ${session.url}. Does it run there?`;
      throw new Failure(message, exitCodes.unreachable);
    }
  };
