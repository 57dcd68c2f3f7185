import type { Change, Sql } from './sql.js';

/** What a conversation is held over. */
export interface Connection {
  /** How many statements may travel together; as many as fit into a packet where it does not say. */
  readonly statementsAtOnce?: number;
  query(statement: string, parameters?: readonly unknown[]): Promise<unknown>;
}

interface Asked {
  readonly statement: string;
  readonly parameters: readonly unknown[];
  /** Null where nobody waits for the answer. */
  readonly waiter: {
    readonly resolve: (answer: unknown) => void;
    readonly reject: (error: unknown) => void;
  } | null;
}

/** Servers take packets of 16 MiB unless told otherwise; escaped into a statement, a byte may become two. */
const packetBytes = 4 * 1024 * 1024;
const bytesOfNumberOrDate = 30;

const bytesOf = (parameter: unknown): number => {
  if (typeof parameter === 'string') return parameter.length;
  if (Buffer.isBuffer(parameter)) return parameter.length;
  if (Array.isArray(parameter)) return parameter.reduce<number>((sum, one) => sum + bytesOf(one), 0);
  return bytesOfNumberOrDate;
};

/** How many of the statements, one at least, go into a packet together. */
const countFitting = (asked: readonly Asked[]): number => {
  let bytes = 0;
  for (const [index, { statement, parameters }] of asked.entries()) {
    bytes += statement.length + bytesOf(parameters);
    if (bytes > packetBytes && index > 0) return index;
  }
  return asked.length;
};

/**
 * The statements of one connection, one transaction at most. The first that fails ends it: the server runs nothing
 * that stands behind it in its packet, and nothing is sent any more, so that no statement ever runs outside the
 * transaction that it was meant for.
 */
export class Conversation implements Sql {
  private asked: Asked[] = [];
  private isAboutToSend = false;
  private isSending = false;
  private ending: { readonly error: unknown } | null = null;

  constructor(private readonly connection: Connection) {}

  async rows<Row>(statement: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    // The driver's answer to a statement that returns rows: the one place where rows get their type.
    return (await this.ask(statement, parameters)) as Row[];
  }

  async change(statement: string, parameters: readonly unknown[] = []): Promise<Change> {
    const header = await this.ask(statement, parameters);
    const { affectedRows, insertId } = header as { affectedRows: number; insertId: number | string };
    return { affectedRows, insertId: String(insertId) };
  }

  defer(statement: string, parameters: readonly unknown[] = []): void {
    this.asked.push({ statement, parameters, waiter: null });
  }

  /** Runs what is still deferred. */
  async finish(): Promise<void> {
    while (this.asked.length > 0 && this.ending === null) await this.send(this.nextPacket());
    if (this.ending !== null) throw this.ending.error;
  }

  /** Nothing that is asked for from now on is sent. */
  end(error: unknown): void {
    this.ending ??= { error };
  }

  private ask(statement: string, parameters: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.asked.push({ statement, parameters, waiter: { resolve, reject } });
      if (this.isAboutToSend || this.isSending) return;
      this.isAboutToSend = true;
      queueMicrotask(() => {
        this.isAboutToSend = false;
        void this.sendAwaited();
      });
    });
  }

  private async sendAwaited(): Promise<void> {
    this.isSending = true;
    while (this.asked.some(({ waiter }) => waiter !== null)) await this.send(this.nextPacket());
    this.isSending = false;
  }

  private nextPacket(): Asked[] {
    const { statementsAtOnce = Number.POSITIVE_INFINITY } = this.connection;
    return this.asked.splice(0, Math.min(countFitting(this.asked), statementsAtOnce));
  }

  private async send(packet: readonly Asked[]): Promise<void> {
    try {
      if (this.ending !== null) throw this.ending.error;
      const answers = await this.answersTo(packet);
      for (const [index, { waiter }] of packet.entries()) waiter?.resolve(answers[index]);
    } catch (error) {
      this.end(error);
      for (const { waiter } of packet) waiter?.reject(error);
    }
  }

  private async answersTo(packet: readonly Asked[]): Promise<readonly unknown[]> {
    const text = packet.map(({ statement }) => statement).join(';\n');
    const parameters = packet.flatMap((asked) => asked.parameters);
    const answer: unknown = await this.connection.query(text, parameters);
    return packet.length === 1 ? [answer] : (answer as readonly unknown[]);
  }
}
