// Format, lint, types and unused code, then the architecture and unit tests; --static leaves the tests out.
import { root } from './lib/root.mjs';
import { staticSteps } from './lib/static-steps.mjs';
import { runStep } from './lib/step.mjs';

/** Slow, or of the built program: `npm test` runs them. */
const notUnit = ['bench', 'cli', 'docs', 'examples', 'pack'];

const unitTests = {
  name: 'unit tests',
  command: [
    process.execPath,
    `${root}node_modules/vitest/vitest.mjs`,
    'run',
    '--no-color',
    ...notUnit.flatMap((folder) => ['--exclude', `test/${folder}/**`]),
  ],
};

const steps = process.argv.includes('--static') ? staticSteps : [...staticSteps, unitTests];
let failed = 0;
for (const step of steps) if (!(await runStep(step))) failed += 1;
process.exitCode = failed === 0 ? 0 : 1;
