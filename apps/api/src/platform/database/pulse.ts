import { createConnection, type Connection } from 'mysql2/promise';
import { ConnectionSilent } from './connection-silent.js';
import { connectionTo, type DatabaseServer } from './database-server.js';
import { hasTimedOut, isAnswer } from './database-error.js';
import { Reachability } from './reachability.js';

/** How long a connection may be silent before it is asked about, and how long that question may take. */
export interface Patience {
  readonly silenceMs: number;
  readonly questionMs: number;
}

const usualPatience: Patience = { silenceMs: 5_000, questionMs: 3_000 };
const selectCommand = 'SELECT command FROM information_schema.processlist WHERE id = ?';
/** What the server says of a connection that it expects to hear from. */
const idleCommand = 'Sleep';

/** A connection as the server knows it. */
export interface NumberedConnection {
  readonly threadId: number;
}

/**
 * Whether the server still works for a connection. A frozen server, or a connection that leads nowhere any more, sends
 * no error, and a statement that takes long is silent too. So after some silence the server is asked over a connection
 * of its own: while it is at work it is waited for, however long that takes.
 */
export class Pulse {
  /** What is known of the way to the server. */
  readonly reachability = new Reachability();

  constructor(
    private readonly server: DatabaseServer,
    private readonly patience: Patience = usualPatience,
  ) {}

  /** Waits for an answer over a connection. Throws {@link ConnectionSilent} when none will come. */
  async answerOf<Answer>(connection: NumberedConnection, answer: Promise<Answer>): Promise<Answer> {
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const silence = new Promise<never>((_, reject) => {
      const look = async (): Promise<void> => {
        const isAtWork = await this.isAtWork(connection);
        if (isAtWork && !isOver) wait();
        else reject(new ConnectionSilent('The database does not answer, and is not at work on this.'));
      };
      const wait = (): void => {
        timer = setTimeout(() => void look(), this.patience.silenceMs);
      };
      wait();
    });
    try {
      return await Promise.race([answer, silence]);
    } finally {
      isOver = true;
      clearTimeout(timer);
    }
  }

  private async isAtWork({ threadId }: NumberedConnection): Promise<boolean> {
    const timeout = this.patience.questionMs;
    let asking: Connection | undefined;
    try {
      asking = await createConnection({ ...connectionTo(this.server), connectTimeout: timeout });
      const [rows] = await asking.query({ sql: selectCommand, timeout }, [threadId]);
      const commands = (rows as { command?: string; COMMAND?: string }[]).map(
        (row) => row.command ?? row.COMMAND,
      );
      return commands.some((command) => command !== idleCommand);
    } catch (error) {
      if (hasTimedOut(error)) this.reachability.noteAway();
      // Too many connections, say: it lives, but cannot tell.
      return isAnswer(error);
    } finally {
      asking?.destroy();
    }
  }
}
