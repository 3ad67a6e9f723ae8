import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { verifies } from '../requirements.js';
import { needs } from '../support/needs.js';
import { openTerminal } from '../support/tmux.js';
import { npmInstall, plainEnv, root } from './npm.js';
import { scratchProject } from './scratch-project.js';

it('installs and starts a clean checkout with the two commands of the README', { timeout: 600_000 }, () => {
  verifies('standing.start.two-commands', 'standing.start.one-process', 'standing.start.no-install-scripts');
  expect(readFileSync(`${root}README.md`, 'utf8')).toContain('```sh\nnpm ci\nnpm start\n```');
  const checkout = mkdtempSync(join(tmpdir(), 'toolwright-checkout-'));
  onTestFinished(() => rmSync(checkout, { recursive: true, force: true }));
  const made = ['node_modules', 'dist', 'coverage', '.git'];
  cpSync(root, checkout, { recursive: true, filter: (path) => !made.includes(basename(path)) });
  npmInstall(checkout, 'ci');
  const env = plainEnv({ HOME: checkout, XDG_DATA_HOME: join(checkout, 'data') });
  const start = (...args: string[]) =>
    spawnSync('npm', ['start', ...args], { cwd: checkout, env, input: '', encoding: 'utf8' });
  const chat = start();
  expect(chat.stdout + chat.stderr).toMatch(/^Toolwright 0\.1\.0 · .* · mode ask$/m);
  expect(chat.status).toBe(0);
  expect(start('--silent', '--', '--version').stdout).toBe('0.1.0\n');
});

it('builds only what is out of date, and passes on arguments, folder and exit code', () => {
  verifies('standing.start.two-commands');
  const main = 'console.log(process.cwd(), ...process.argv.slice(2));\nprocess.exitCode = 7;\n';
  const project = scratchProject({ 'src/cli/main.ts': main });
  const start = (): string => {
    const { status, stdout } = spawnSync(
      'npm',
      ['--prefix', project, 'start', '--silent', '--', 'run', '-x', 'two words'],
      {
        cwd: tmpdir(),
        env: plainEnv(),
        encoding: 'utf8',
      },
    );
    expect(status).toBe(7);
    return stdout;
  };
  expect(start()).toBe(`${tmpdir()} run -x two words\n`);
  const built = join(project, 'dist/cli.cjs');
  writeFileSync(built, `${readFileSync(built, 'utf8')}console.log('not built again');\n`);
  expect(start()).toBe(`${tmpdir()} run -x two words\nnot built again\n`);
  execFileSync('touch', [join(project, 'src/index.ts')]);
  expect(start()).toBe(`${tmpdir()} run -x two words\n`);
});

it.skipIf(needs('tmux') !== undefined)('lets Ctrl+C reach the program once', async () => {
  verifies('standing.start.two-commands');
  const main =
    "process.on('SIGINT', () => console.log('interrupted'));\nconsole.log('ready');\nsetTimeout(() => {}, 60_000);\n";
  const cwd = scratchProject({ 'src/cli/main.ts': main });
  const terminal = openTerminal({ command: ['npm', 'start'], cwd, env: {} });
  await terminal.sees('ready');
  terminal.press('C-c');
  await terminal.sees('interrupted');
  await sleep(1000);
  expect(terminal.text().match(/interrupted/g)).toHaveLength(1);
});

it('passes on a signal that only it gets', async () => {
  const main = "process.on('SIGTERM', () => process.exit(9));\nconsole.log('ready');\nsetTimeout(() => {}, 60_000);\n";
  const project = scratchProject({ 'src/cli/main.ts': main });
  const script =
    'node scripts/start.mjs > out & until grep -q ready out || ! kill -0 $!; do sleep 0.1; done; kill -TERM $!; wait $!';
  expect(spawnSync('bash', ['-c', script], { cwd: project, env: plainEnv() }).status).toBe(9);
});
