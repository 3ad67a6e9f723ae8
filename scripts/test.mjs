// Runs the tests: provides what they need from the system, builds, runs vitest (arguments are passed on to it) and ends
// with one line of counts. With CI=true a skipped test is a failure. --checks runs the static checks first.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isBuilt } from './lib/build-state.mjs';
import { provideNeeds } from './lib/needs.mjs';
import { root } from './lib/root.mjs';
import { staticSteps } from './lib/static-steps.mjs';
import { runStep } from './lib/step.mjs';
import { countTests } from './lib/test-counts.mjs';

const args = process.argv.slice(2).filter((arg) => arg !== '--checks');
const counts = { passed: 0, failed: 0, skipped: 0 };

if (process.argv.includes('--checks')) {
  for (const step of staticSteps) if (!(await runStep(step))) counts.failed += 1;
}
provideNeeds();
const build = { name: 'build', command: [process.execPath, `${root}scripts/build.mjs`] };
if (!isBuilt() && !(await runStep(build))) counts.failed += 1;

const folder = mkdtempSync(join(tmpdir(), 'toolwright-test-'));
try {
  const report = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const vitest = [`${root}node_modules/vitest/vitest.mjs`, 'run', ...reporters, ...args];
  const { status } = spawnSync(process.execPath, vitest, { cwd: root, stdio: 'inherit' });
  const tests = countTests(report, status);
  for (const key of Object.keys(counts)) counts[key] += tests[key];
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const skipFails = process.env.CI === 'true' && counts.skipped > 0;
if (skipFails) console.log('With CI=true a skipped test is a failure.');
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = counts.failed > 0 || skipFails ? 1 : 0;
