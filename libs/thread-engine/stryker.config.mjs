import jestConfig from '../../jest.config.mjs';

/** Mutation tests of the engine: `npm run mutate`. What survives and why is in MUTATIONS.md. */
const [unit] = jestConfig.projects;
// Jest's own configuration stays behind: its many projects would be run too.
const needed = ['libs', 'package.json'];

export default {
  mutate: ['libs/thread-engine/src/**/*.ts', '!libs/thread-engine/src/**/*.spec.ts'],
  ignorePatterns: ['/*', ...needed.map((name) => `!/${name}`), '/libs/*', '!/libs/thread-engine', 'dist'],
  tempDirName: '.data/mutations',
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  jest: {
    projectType: 'custom',
    enableFindRelatedTests: false,
    config: {
      ...unit,
      testMatch: [
        '<rootDir>/libs/thread-engine/src/**/*.spec.ts',
        '<rootDir>/libs/thread-engine/test/mutations/judge.ts',
      ],
    },
  },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 60_000,
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: '.data/mutations.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  allowEmpty: false,
};
