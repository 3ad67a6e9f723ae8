import base from './vitest.config.js';

/** `npm run test:long`: what `npm test` has a share of only, with more of everything. */
export default {
  ...base,
  test: {
    ...base.test,
    projects: undefined,
    include: ['test/**/*.long.ts'],
    testTimeout: 12 * 3_600_000,
    hookTimeout: 600_000,
  },
};
