import { CommanderError } from 'commander';
import { makeProgram } from './program.js';
import { exitCodes, type ExitCode } from './session/exit-codes.js';
import { reportOf } from './session/failure.js';
import { interruption } from './session/interruption.js';
import { harmlessJson, harmlessText } from './terminal/harmless-text.js';
import { styled } from './terminal/styles.js';

const tell = (text: string): void => {
  for (const line of text.split('\n'))
    process.stderr.write(`${styled(process.stderr, 'red', 'spool:')} ${harmlessText(line)}\n`);
};

/** Tells an error where people, or scripts, look for it; answers how the program ends. */
const tellError = (error: unknown, isJson: boolean): ExitCode => {
  // Commander has told what is wrong with the command line already; help and version are no errors.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  if (interruption.signal.aborted && error === interruption.signal.reason) return exitCodes.interrupted;
  const report = reportOf(error);
  if (report === null) {
    tell(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return exitCodes.refused;
  }
  const { message, exitCode, code, requestId, errors = [] } = report;
  if (isJson) {
    process.stderr.write(`${harmlessJson({ error: { message, code, requestId, errors } })}\n`);
    return exitCode;
  }
  tell(message);
  for (const { path, message: flaw } of errors) tell(`  ${path}: ${flaw}`);
  const marks = [code, requestId === undefined || requestId === null ? undefined : `request ${requestId}`];
  if (code !== undefined) tell(`  (${marks.filter((mark) => mark !== undefined).join(', ')})`);
  return exitCode;
};

/** Who reads our answers may stop reading: that is no error. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? exitCodes.done : exitCodes.refused);
});
interruption.listen();
const program = makeProgram();
try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = tellError(error, program.opts<{ json?: true }>().json === true);
}
