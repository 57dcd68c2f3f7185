/**
 * The code of a system error (`EEXIST` and the like). Asked this way since an error that comes from another realm, as
 * under Jest, is no instance of this realm's `Error`.
 *
 * @param {unknown} error
 * @returns {unknown}
 */
export function errorCode(error) {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
