const headerBytes = 4;
const queryCommand = 0x03;
/** What precedes the text where the server takes query attributes: none of them, in one set. */
const noAttributes = Buffer.from([0, 1]);

const textOf = (command: Buffer): string => {
  const rest = command.subarray(1);
  const hasAttributes = rest.subarray(0, noAttributes.length).equals(noAttributes);
  return rest.subarray(hasAttributes ? noAttributes.length : 0).toString('utf8');
};

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
        statements.push(textOf(this.rest.subarray(headerBytes, end)));
      this.rest = this.rest.subarray(end);
    }
  }
}
