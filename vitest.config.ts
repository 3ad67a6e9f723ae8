import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.js';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What it does to the prototypes of texts slows down everything that is run in its process afterwards. */
const alone = ['test/dialect/bounds.test.ts'];

export default defineConfig({
  resolve: {
    alias: {
      'toolwright/dialect': at('./src/dialect/index.ts'),
      'toolwright/ai-sdk': at('./src/model/provider/ai-sdk/index.ts'),
      'toolwright/testing': at('./src/testing/index.ts'),
      toolwright: at('./src/index.ts'),
    },
  },
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    typecheck: { enabled: false },
    projects: [
      // A worker goes from file to file and loads each module once. What a test changes for all, it changes back.
      {
        extends: true,
        test: {
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...alone],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: alone, isolate: true } },
    ],
  },
});
