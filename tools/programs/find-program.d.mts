/** Something of others that tests run for real. */
export interface FoundProgram {
  path: string;
  /** The folder that its packages were unpacked into; undefined when it is installed. */
  root: string | undefined;
  /** What to start it with. */
  environment: NodeJS.ProcessEnv;
}

/** A program on PATH, else the one of these packages, unpacked; throws an error whose message says what to do. */
export function findProgram(wanted: { name: string; packages: readonly string[] }): Promise<FoundProgram>;

/** A file of packages that is no program, its path from the root without the slash; throws as `findProgram` does. */
export function findPackageFile(wanted: { file: string; packages: readonly string[] }): Promise<FoundProgram>;

/** Where an installed program may be, the most preferred first; `searchPath` is the environment's PATH. */
export function programCandidates(name: string, searchPath: string): string[];
