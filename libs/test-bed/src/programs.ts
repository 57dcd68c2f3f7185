/** Programs of others that tests run for real. */
export { findPackageFile, findProgram } from '../../../tools/programs/find-program.mjs';
