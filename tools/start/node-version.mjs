/** Says in words that Node is too old, before something newer fails to load. Itself it runs on any Node with modules. */

/** The first minor version that works, by major version; newer majors work. @type {Record<number, number>} */
const firstMinorOfMajor = { 20: 19, 22: 12 };
const newestListedMajor = 24;

/**
 * @param {string} version as in `process.versions.node`
 * @returns {boolean}
 */
export function isNodeSupported(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major >= newestListedMajor) return true;
  const firstMinor = firstMinorOfMajor[major];
  return firstMinor !== undefined && minor >= firstMinor;
}

export function requireSupportedNode() {
  if (isNodeSupported(process.versions.node)) return;
  console.error(`Spool needs Node 20.19, 22.12, 24 or newer; this is Node ${process.versions.node}.`);
  process.exit(1);
}
