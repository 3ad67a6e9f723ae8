// Runs the tests and ends with one line of counts. With CI=true a skipped test is a failure.
//   (nothing)     static checks, what the tests need from the system, and all tests of `npm test`
//   PATH …        the tests in these files or folders only, without the checks; other arguments go to vitest too
//   --deep        what `npm test` has a share of only, whole
//   --ci          both, one after the other, and whether every listed behaviour was shown
import { provideNeeds } from './lib/needs.mjs';
import { root } from './lib/root.mjs';
import { runVitest } from './lib/run-vitest.mjs';
import { staticSteps } from './lib/static-steps.mjs';
import { runStep } from './lib/step.mjs';

const [mode, ...rest] = process.argv.slice(2);
const deep = mode === '--deep';
const ci = mode === '--ci';
const args = deep || ci ? rest : process.argv.slice(2);
const counts = { passed: 0, failed: 0, skipped: 0 };

if (!deep && args.length === 0) await runSteps(staticSteps);
provideNeeds();
if (!deep) count(runVitest({ args, maxProcessorMs: 15_000 }));
if (deep || ci) count(runVitest({ config: 'vitest.deep.config.ts', args }));
if (ci)
  await runSteps([
    {
      name: 'requirements',
      command: [process.execPath, `${root}node_modules/tsx/dist/cli.mjs`, `${root}scripts/requirements.ts`],
    },
  ]);

const skipFails = process.env.CI === 'true' && counts.skipped > 0;
if (skipFails) console.log('With CI=true a skipped test is a failure.');
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = counts.failed > 0 || skipFails ? 1 : 0;

async function runSteps(steps) {
  for (const step of steps) if (!(await runStep(step))) counts.failed += 1;
}

function count(run) {
  for (const key of Object.keys(counts)) counts[key] += run[key];
}
