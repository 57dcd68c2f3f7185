/** One configuration for every project: ES modules, compiled by SWC, libraries read from their sources. */
const decorators = { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false };

const common = {
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['@spool/source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript', decorators: true }, transform: decorators, target: 'es2022' },
        module: { type: 'es6' },
      },
    ],
  },
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/', '<rootDir>/.data/'],
};

export default {
  projects: [
    {
      ...common,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/libs/**/*.spec.ts',
        '<rootDir>/apps/*/src/**/*.spec.ts',
        '<rootDir>/tools/**/!(*.integration).spec.ts',
        '<rootDir>/bench/src/**/*.spec.ts',
        '<rootDir>/prove/test/**/*.spec.ts',
      ],
    },
    {
      ...common,
      displayName: 'integration',
      testMatch: [
        '<rootDir>/apps/api/test/integration/**/*.spec.ts',
        '<rootDir>/tools/**/*.integration.spec.ts',
      ],
    },
    { ...common, displayName: 'edge', testMatch: ['<rootDir>/apps/api/test/edge/**/*.spec.ts'] },
    { ...common, displayName: 'size', testMatch: ['<rootDir>/apps/api/test/size/**/*.spec.ts'] },
    { ...common, displayName: 'e2e', testMatch: ['<rootDir>/apps/api/test/e2e/**/*.spec.ts'] },
  ],
};
