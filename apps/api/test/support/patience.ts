import { jest } from '@jest/globals';

/** Starting a replica takes seconds on a busy machine: what this bounds is a hang, not a speed. */
jest.setTimeout(120_000);
