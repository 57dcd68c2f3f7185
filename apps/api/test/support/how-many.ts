/** A factor on the numbers of the size tests, to try them out; 1 unless SPOOL_TEST_SIZE says otherwise. */
const factor = Number(process.env['SPOOL_TEST_SIZE'] ?? '1');

/** A number of the size tests, in full unless they are only tried out. */
export const howMany = (count: number): number => Math.max(1, Math.round(count * factor));
