import type { Edit, Layer } from './control.js';

/** A change of the built API. */
export const api = (file: string, find: string, replace: string): Edit => ({
  file: `apps/api/dist/${file}`,
  find,
  replace,
});

/** A change of the built engine. */
export const engine = (file: string, find: string, replace: string): Edit => ({
  file: `libs/thread-engine/dist/${file}`,
  find,
  replace,
});

/** One decision of the engine made wrong. */
export const wrongEngine = (file: string, find: string, replace: string): Layer[] => [
  { name: 'the decision', edits: [engine(file, find, replace)] },
];

/** One guard of the API taken away. */
export const wrongApi = (file: string, find: string, replace: string): Layer[] => [
  { name: 'the guard', edits: [api(file, find, replace)] },
];
