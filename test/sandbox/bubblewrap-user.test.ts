import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../builtin/tool-harness.js';
import { verifies } from '../requirements.js';
import { needs } from '../support/needs.js';
import { createBox, git } from './box.js';
import { writeBundled } from './bundled.js';

const nobody = 65534;

/** Runs commands in a sandbox that an ordinary user makes, in a process of that user. */
const program = `
  import { createSandbox } from '../../src/sandbox/create-sandbox.js';
  const { ws, home, own, commands } = JSON.parse(process.argv[2]);
  const env = { PATH: process.env.PATH, HOME: home };
  const port = createSandbox({ env, root: ws, home, own, mode: () => 'edit', hosts: () => [] });
  await port.prepare();
  const ran = [];
  // Without a sandbox they would do what they say.
  for (const command of port.sandboxed ? commands : []) {
    let out = '';
    const { state, exitCode, message } = await port.run({
      command, cwd: ws, timeoutMs: 20000, onOutput: (chunk) => { out += Buffer.from(chunk).toString(); },
    });
    ran.push({ state, exitCode, message, out });
  }
  process.stdout.write(JSON.stringify({ sandboxed: port.sandboxed, ran }));
`;

it.skipIf(needs('bwrap') !== undefined)('an ordinary user is confined as root is', { timeout: 60_000 }, () => {
  verifies('sandbox.start.ordinary-user');
  const base = temporaryFolder();
  const box = createBox(base);
  const canary = box.write(join(box.out, 'canary'));
  const store = box.write(join(box.ws, 's.db'));
  box.write(join(box.home, '.ssh', 'id_rsa'));
  git(box.ws, 'init', '-q');
  const script = join(base, 'run.mjs');
  writeBundled(script, program);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) execFileSync('chown', ['-R', `${nobody}:${nobody}`, base]);
  const commands = [
    'id -u; touch made && cat made && pwd',
    `echo x > ${canary}`,
    'cat s.db ~/.ssh/id_rsa; ls -A ~',
    'echo x > .git/hooks/pre-commit; mv .git away; echo x >> .git/config',
    'unshare -U true; mknod d b 7 0',
    "grep -E '^(CapEff|NoNewPrivs|Seccomp):' /proc/self/status | awk '{print $2}'",
    '[ -w /proc/sys/kernel/core_pattern ] || [ -w /etc ] || [ -w /usr ] || [ -r /etc/shadow ] || echo kept',
    'exec 3<>/dev/tcp/192.0.2.1/80',
    'touch /tmp/x ~/x /var/tmp/x && echo private',
  ];
  const options = JSON.stringify({ ...box, own: [store], commands });
  const { stdout, stderr } = spawnSync(process.execPath, [script, options], {
    env: { PATH: process.env['PATH'] },
    cwd: '/',
    encoding: 'utf8',
    ...(isRoot && { uid: nobody, gid: nobody }),
  });
  expect(stderr).toBe('');
  const { sandboxed, ran } = JSON.parse(stdout) as { sandboxed: boolean; ran: { exitCode: number; out: string }[] };
  expect(sandboxed).toBe(true);
  const uid = isRoot ? nobody : process.getuid?.();
  expect(ran.map(({ exitCode, out }) => `${exitCode} ${out}`)).toEqual([
    `0 ${uid}\n${box.ws}\n`,
    expect.stringMatching(/^1 .*canary: No such file or directory\n$/),
    expect.stringMatching(/^0 cat: s\.db: Permission denied\ncat: .*id_rsa: No such file or directory\n/),
    expect.stringMatching(/^1 .*Read-only file system\n.*Device or resource busy\n.*Read-only file system\n$/),
    expect.stringMatching(/^1 .*Operation not permitted\n.*Operation not permitted\n$/),
    '0 0000000000000000\n1\n2\n',
    '0 kept\n',
    expect.stringMatching(/^1 .*Network is unreachable/s),
    '0 private\n',
  ]);
  expect(readFileSync(canary, 'utf8')).toBe('canary\n');
  expect(existsSync(join(box.home, 'x'))).toBe(false);
});
