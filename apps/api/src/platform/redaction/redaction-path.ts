/** One step of a path: a member's name, any one member or element, or any number of levels. */
export type PathStep = { readonly name: string } | 'any' | 'any-depth';

const form = /^(?:\/(?:[^~/]|~[01])*)+$/;

const stepOf = (segment: string): PathStep => {
  if (segment === '*') return 'any';
  if (segment === '**') return 'any-depth';
  return { name: segment.replaceAll('~1', '/').replaceAll('~0', '~') };
};

/**
 * Reads a path such as `/card/number`: a JSON Pointer, in which `*` stands for any one member or element and `**` for any
 * number of levels; null for what is none. A path ends with what is redacted, so never with `**`.
 */
export const readRedactionPath = (text: string): readonly PathStep[] | null => {
  if (!form.test(text)) return null;
  const steps = text.slice(1).split('/').map(stepOf);
  return steps.at(-1) === 'any-depth' ? null : steps;
};

/** Says what is wrong with a path, or nothing. */
export const checkRedactionPath = (text: string): string | null =>
  readRedactionPath(text) === null
    ? 'is a comma-separated list of paths such as /card/number, /items/*/iban and /**/password'
    : null;
