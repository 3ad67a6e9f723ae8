import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../builtin/tool-harness.js';
import { verifies } from '../requirements.js';
import { needs } from '../support/needs.js';
import { createBox } from './box.js';
import { writeBundled } from './bundled.js';

/** Runs a command again and again, each time with a few descriptors more that are free. */
const program = `
  import { closeSync, openSync } from 'node:fs';
  import { createSandbox } from '../../src/sandbox/create-sandbox.js';
  const { ws, home } = JSON.parse(process.argv[2]);
  const port = createSandbox({ env: { PATH: process.env.PATH }, root: ws, home, own: [], mode: () => 'edit', hosts: () => [] });
  const run = () => port.run({ command: 'true', cwd: ws, timeoutMs: 20000 });
  const ends = [await run()];
  for (let free = 0; free < 24; free += 2) {
    const open = [];
    try { for (;;) open.push(openSync('/dev/null', 'r')); } catch {}
    for (const fd of open.splice(0, free)) closeSync(fd);
    ends.push(await run());
    for (const fd of open) closeSync(fd);
  }
  ends.push(await run());
  process.stdout.write(JSON.stringify(ends));
`;

it.skipIf(needs('bwrap') !== undefined)(
  'a process that cannot be started does not end this one',
  { timeout: 60_000 },
  () => {
    verifies('sandbox.start.failed');
    const base = temporaryFolder();
    const { ws, home } = createBox(base);
    const script = join(base, 'run.mjs');
    writeBundled(script, program);
    const limited =
      'for n in $(ls /proc/self/fd); do [ $n -gt 2 ] && eval "exec $n>&-"; done 2>/dev/null; ulimit -n 128; exec "$0" "$@"';
    const words = ['-c', limited, process.execPath, script, JSON.stringify({ ws, home })];
    const { stdout, stderr } = spawnSync('bash', words, {
      env: { PATH: process.env['PATH'] },
      cwd: '/',
      encoding: 'utf8',
    });
    const ends = JSON.parse(stdout || JSON.stringify(stderr)) as readonly { state: string; message?: string }[];
    expect([ends.at(0), ends.at(-1)]).toEqual(Array(2).fill({ state: 'exited', exitCode: 0 }));
    const failed = ends.filter(({ state }) => state === 'failed');
    expect(failed.length).toBeGreaterThan(2);
    for (const { message } of failed) expect(message).toMatch(/too many (?:open files|files are open)/);
  },
);
