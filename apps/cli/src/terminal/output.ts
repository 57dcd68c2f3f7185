import { once } from 'node:events';
import { harmlessJson, harmlessText } from './harmless-text.js';
import { styled } from './styles.js';
import { tableLines, type Column } from './table.js';

/** A line of what is told of one thing: its name and value; null is left out. */
export type Fact = readonly [name: string, value: string | number | null | undefined];

const documentIndent = 2;

/** Writes what commands answer: documents for scripts, tables and sentences for people. */
export class Output {
  constructor(readonly isJson: boolean) {}

  /** How many columns the terminal has; null where it is none. */
  get columns(): number | null {
    return process.stdout.isTTY ? process.stdout.columns : null;
  }

  /** Writes to standard output, and waits while its reader does not keep up. */
  async write(text: string): Promise<void> {
    if (!process.stdout.write(text)) await once(process.stdout, 'drain');
  }

  async line(text: string): Promise<void> {
    await this.write(`${text}\n`);
  }

  /** One JSON document. */
  async document(value: unknown): Promise<void> {
    await this.line(harmlessJson(value, documentIndent));
  }

  /** One line of a stream of JSON documents. */
  async jsonLine(value: unknown): Promise<void> {
    await this.line(harmlessJson(value));
  }

  /** A document for scripts, or what people are told. */
  async answer(value: unknown, sentence: string): Promise<void> {
    await (this.isJson ? this.document(value) : this.line(harmlessText(sentence)));
  }

  /** A table for people. */
  async table<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Promise<void> {
    const [titles = '', ...lines] = tableLines(columns, rows, this.columns);
    await this.line([styled(process.stdout, 'bold', titles), ...lines].join('\n'));
  }

  /** What is to be told of one thing, a line each. */
  async facts(facts: readonly Fact[]): Promise<void> {
    const told = facts.filter(([, value]) => value !== null && value !== undefined && value !== '');
    const width = Math.max(...told.map(([name]) => name.length));
    for (const [name, value] of told)
      await this.line(
        `${styled(process.stdout, 'bold', name.padEnd(width))}  ${harmlessText(String(value))}`,
      );
  }

  /** A remark beside the answer, to people alone. */
  note(text: string): void {
    if (!this.isJson) process.stderr.write(`${harmlessText(text)}\n`);
  }
}
