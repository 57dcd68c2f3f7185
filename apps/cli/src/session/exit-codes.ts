/** How the program ends; documented in docs/cli.md. */
export const exitCodes = {
  done: 0,
  /** Spool refused a call or a part of it, or a check found something. */
  refused: 1,
  /** The command line, or a file that it names, cannot be used. */
  usage: 2,
  /** No answer, or one that says "later". What was sent may have taken effect. */
  unreachable: 3,
  /** Spool does not know the key, or the key may not do this. */
  notAllowed: 4,
  /** Ctrl-C. */
  interrupted: 130,
} as const;

/** One of {@link exitCodes}. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
