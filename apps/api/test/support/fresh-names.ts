let used = 0;

/** A name that no other test of the file has used: tests of one installation do not meet. */
export const freshName = (what: string): string => {
  used += 1;
  return `${what}-${used}`;
};
