const headerBytes = 4;
const queryCommand = 0x03;

/** Finds the statements in what a client sends to a MySQL server: packets whose command is COM_QUERY. */
export class StatementReader {
  private rest: Buffer = Buffer.alloc(0);

  /** Takes the next bytes; returns the statements that they complete. */
  read(chunk: Buffer): string[] {
    this.rest = Buffer.concat([this.rest, chunk]);
    const statements: string[] = [];
    for (;;) {
      if (this.rest.length < headerBytes) return statements;
      const end = headerBytes + this.rest.readUIntLE(0, 3);
      if (this.rest.length < end) return statements;
      const isFirstOfCommand = this.rest.readUInt8(3) === 0;
      if (isFirstOfCommand && this.rest[headerBytes] === queryCommand)
        statements.push(this.rest.subarray(headerBytes + 1, end).toString('utf8'));
      this.rest = this.rest.subarray(end);
    }
  }
}
