import { deepFiles, freshSeed } from './test/support/depth-env.js';
import { projectsOf } from './test/support/projects.js';
import base from './vitest.config.js';

/** `npm run test:deep`: all of what `npm test` has a share of, and random tests with a fresh seed. */
export default {
  ...base,
  test: {
    ...base.test,
    projects: projectsOf(['test/**/*.deep.ts', ...deepFiles()]),
    maxWorkers: 2,
    env: { TEST_DEPTH: 'deep', TEST_SEED: freshSeed() },
    testTimeout: 900_000,
    hookTimeout: 600_000,
  },
};
