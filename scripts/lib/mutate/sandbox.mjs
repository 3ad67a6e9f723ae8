import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../root.mjs';

/** Where the tree stands for those inside. */
const inside = '/tmp/tree';

/**
 * A copy of the tree, and a process behind bubblewrap that runs tests of it. That process can write only below `/tmp`,
 * which is a folder of its own, sees no other process and has no network: a broken `kill` or `rm` hits nothing.
 */
export function createSandbox() {
  const found = spawnSync('sh', ['-c', 'command -v bwrap']);
  if (found.status !== 0) throw new Error('bubblewrap is missing: without it a mutant could do harm. Install it.');
  const bubblewrap = realpathSync(found.stdout.toString().trim());
  const base = mkdtempSync(join(tmpdir(), 'toolwright-mutate-'));
  const tree = join(base, 'tree');
  copyTree(tree);
  mkdirSync(join(tree, 'node_modules'));
  let worker;
  return {
    tree,
    write: (file, text) => writeFileSync(join(tree, file), text),
    /** Runs test files one by one up to the first that fails; `undefined` when that takes too long. */
    async run(request, maxMs) {
      worker ??= startWorker(base, bubblewrap);
      const answer = await worker.ask(request, maxMs);
      if (answer !== undefined) return answer;
      await worker.end();
      worker = undefined;
      return undefined;
    },
    async close() {
      await worker?.end();
      rmSync(base, { recursive: true, force: true });
    },
  };
}

function copyTree(tree) {
  const list = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const file of list.stdout.toString().split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    cpSync(join(root, file), join(tree, file), { verbatimSymlinks: true });
  }
}

function startWorker(base, bubblewrap) {
  const tmp = mkdtempSync(join(base, 'tmp-'));
  // Open to all, as `/tmp` is: some tests give up root's rights for a while.
  chmodSync(tmp, 0o1777);
  mkdirSync(join(tmp, 'tree'));
  const bind = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--bind', tmp, '/tmp'];
  const trees = ['--bind', join(base, 'tree'), inside, '--ro-bind', `${root}node_modules`, `${inside}/node_modules`];
  const caches = ['.cache', '.vite', '.vite-temp'].flatMap((name) => {
    mkdirSync(`${root}node_modules/${name}`, { recursive: true });
    return ['--tmpfs', `${inside}/node_modules/${name}`];
  });
  // It confines nothing within itself: tests that need it are to skip, and not to fail.
  const hidden = ['--ro-bind', '/dev/null', bubblewrap];
  const apart = ['--unshare-pid', '--unshare-net', '--unshare-ipc', '--die-with-parent', '--chdir', inside];
  const command = [process.execPath, `${inside}/scripts/mutate.mjs`, '--worker'];
  const env = { ...process.env, HOME: '/tmp', TMPDIR: '/tmp', TEST_COMMIT: '1' };
  const child = spawn(bubblewrap, [...bind, ...trees, ...caches, ...hidden, ...apart, ...command], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env,
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(request, maxMs) {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      let timer;
      const late = new Promise((resolve) => {
        timer = setTimeout(resolve, maxMs);
      });
      const line = await Promise.race([answerIn(lines), late, ended]);
      clearTimeout(timer);
      return typeof line === 'string' ? JSON.parse(line) : undefined;
    },
    async end() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Tests may print: an answer has a mark. */
async function answerIn(lines) {
  for (;;) {
    const { value, done } = await lines.next();
    if (done === true) return undefined;
    if (value.startsWith(answerMark)) return value.slice(answerMark.length);
  }
}

export const answerMark = '@answer ';
