// Opens the terminal chat from a checkout: builds when dist/ is missing or older than its sources, then runs it.
import { spawn, spawnSync } from 'node:child_process';
import { isBuilt } from './lib/build-state.mjs';
import { root } from './lib/root.mjs';

if (!isBuilt()) {
  console.error('Building Toolwright once …');
  const { status } = spawnSync(process.execPath, [`${root}scripts/build.mjs`], { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}

// npm changes to the project's folder; the person is elsewhere with `npm --prefix DIR start`.
const cwd = process.env.npm_lifecycle_event === 'start' ? process.env.INIT_CWD : undefined;
const child = spawn(process.execPath, [`${root}dist/cli.cjs`, ...process.argv.slice(2)], { cwd, stdio: 'inherit' });
// A terminal sends Ctrl+C to the child too, and npm sends it here once more: the child must see it once.
const isTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
process.on('SIGINT', () => isTerminal || child.kill('SIGINT'));
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));

child.on('exit', (code, signal) => {
  if (signal === null) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
