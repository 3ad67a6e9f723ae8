import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { CountsReporter } from './test/support/counts-reporter.js';
import { commitSeed } from './test/support/depth-env.js';
import { EvidenceReporter } from './test/support/evidence/evidence-reporter.js';
import { LongestFirst } from './test/support/longest-first.js';
import { projectsOf } from './test/support/projects.js';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    alias: {
      'toolwright/dialect': at('./src/dialect/index.ts'),
      'toolwright/ai-sdk': at('./src/model/provider/ai-sdk/index.ts'),
      'toolwright/mcp-server': at('./src/mcp-server/index.ts'),
      'toolwright/profile/yips': at('./src/systems/yips/index.ts'),
      'toolwright/profile/seed': at('./src/systems/seed/index.ts'),
      'toolwright/profile/y-agent': at('./src/systems/y-agent/index.ts'),
      'toolwright/profile/local-harness': at('./src/systems/local-harness/index.ts'),
      'toolwright/testing': at('./src/testing/index.ts'),
      toolwright: at('./src/index.ts'),
    },
  },
  test: {
    env: { TEST_COMMIT: commitSeed() },
    setupFiles: ['test/support/evidence/watch-file.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Of two cores: much of a test is waiting for a process, a terminal or a clock.
    maxWorkers: 3,
    projects: projectsOf(['test/**/*.test.ts']),
    sequence: { sequencer: LongestFirst },
    typecheck: { enabled: false },
    reporters: ['default', new CountsReporter(), new EvidenceReporter()],
  },
});
