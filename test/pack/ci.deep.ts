import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { verifies } from '../requirements.js';
import { plainEnv } from './npm.js';
import { scratchProject } from './scratch-project.js';

const failing = "import { it } from 'vitest';\nit('fails', () => {\n  throw new Error('so it does');\n});\n";
const skipping = "import { it } from 'vitest';\nit.skip('is skipped', () => {});\n";

it('runs checks and tests and ends with one line of counts', () => {
  verifies('core.ground.ci', 'standing.checks.ci-closing-line', 'core.ground.scripts');
  const { status, output, lastLine } = runCi(scratchProject());
  expect({ status, lastLine }, output).toEqual({ status: 0, lastLine: '2 passed, 0 failed, 0 skipped' });
  for (const step of ['format and lint', 'types', 'unused', 'requirements']) {
    expect(output).toMatch(new RegExp(`^ok +${step} +\\d+\\.\\d s$`, 'm'));
  }
});

it('fails when a check fails, also by a warning, or a test, also one that does not load, and shows it', () => {
  verifies('standing.checks.ci-fails', 'standing.checks.clean', 'standing.checks.ci-closing-line');
  verifies('standing.dependencies.none-unused');
  const files = {
    'src/wrong.ts': 'export const number: number = "text";\n',
    'src/index.ts': 'export const one = 1;\nconst unused = 2;\n',
    'package.json':
      '{ "name": "scratch", "version": "1.0.0", "type": "module", "dependencies": { "left-over": "1.0.0" } }\n',
    'test/bad.test.ts': failing,
    'test/broken.test.ts': "import './missing.js';\n",
    'test/skip.test.ts': skipping,
  };
  const { status, output, lastLine } = runCi(scratchProject(files));
  expect({ status, lastLine }, output).toEqual({ status: 1, lastLine: '2 passed, 5 failed, 1 skipped' });
  expect(output).toMatch(/FAILED types/);
  expect(output).toContain("Type 'string' is not assignable to type 'number'");
  expect(output).toContain('noUnusedVariables');
  expect(output).toMatch(/FAILED unused/);
  expect(output).toContain('left-over');
  expect(output).toContain('so it does');
});

it('fails when a test file of `npm test` uses more than 15 s of processor time, and names it', () => {
  verifies('core.ground.ci');
  const busy =
    "import { it } from 'vitest';\nit('works', ({ task }) => {\n  Object.assign(task.file.meta, { processorMs: 16_200 });\n});\n";
  const { status, output, lastLine } = runCi(scratchProject({ 'test/busy.test.ts': busy }));
  expect({ status, lastLine }, output).toEqual({ status: 1, lastLine: '3 passed, 1 failed, 0 skipped' });
  expect(output).toContain('FAILED test/busy.test.ts used 16.2 s of processor time; at most 15.0 s are allowed.');
});

it('names what the system lacks; its tests count as skipped, and with CI=true that is a failure', () => {
  verifies('standing.checks.ci-fails', 'standing.start.one-process');
  const needs = JSON.stringify([{ program: 'no-such-program', package: 'such-package', why: 'one test' }]);
  const folder = scratchProject({ 'test/support/needs.json': needs, 'test/skip.test.ts': skipping });
  const PATH = pathWithoutPackageManager(folder);
  const plain = runCi(folder, { PATH });
  expect({ status: plain.status, lastLine: plain.lastLine }, plain.output).toEqual({
    status: 0,
    lastLine: '2 passed, 0 failed, 1 skipped',
  });
  expect(plain.output).toContain(
    'Missing: no-such-program (one test). Its tests are skipped; install the package such-package to run them.',
  );
  const strict = runCi(folder, { PATH, CI: 'true' });
  expect({ status: strict.status, lastLine: strict.lastLine }).toEqual({
    status: 1,
    lastLine: '2 passed, 0 failed, 1 skipped',
  });
});

it('installs what the system lacks where it may: as root, with apt-get, after one update', () => {
  verifies('core.ground.ci', 'standing.start.one-process');
  const needs = JSON.stringify([{ program: 'no-such-program', package: 'such-package', why: 'one test' }]);
  const folder = scratchProject({ 'test/support/needs.json': needs });
  const PATH = pathWithoutPackageManager(folder);
  const log = join(folder, 'apt-get.log');
  const aptGet = `#!/usr/bin/env bash\necho "$@" >> ${log}\n[ "$2" = update ] || /usr/bin/ln -s ${PATH}/env ${PATH}/no-such-program\n`;
  writeFileSync(join(PATH, 'apt-get'), aptGet, { mode: 0o755 });
  const { output, lastLine } = runCi(folder, { PATH });
  expect(lastLine, output).toBe('2 passed, 0 failed, 0 skipped');
  const isRoot = process.getuid?.() === 0;
  const commands = existsSync(log) ? readFileSync(log, 'utf8') : '';
  expect(commands).toBe(isRoot ? '-qq update\n-qq install -y --no-install-recommends such-package\n' : '');
  expect(output.includes('Missing: no-such-program')).toBe(!isRoot);
});

function runCi(folder: string, extra: Readonly<Record<string, string>> = {}) {
  const env = plainEnv({ NO_COLOR: '1', ...extra });
  const { status, stdout, stderr } = spawnSync(join(folder, '.ci/run'), { cwd: '/', env, encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}`, lastLine: stdout.trimEnd().split('\n').at(-1) };
}

function pathWithoutPackageManager(folder: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const program of ['bash', 'dirname', 'env']) symlinkSync(`/usr/bin/${program}`, join(bin, program));
  symlinkSync(process.execPath, join(bin, 'node'));
  return bin;
}
