import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = join(root, 'node_modules', '.cache', 'built-cli');
const lock = join(cache, 'lock');
const staleLockMs = 120_000;

/**
 * The path of the built program. Built at most once for the sources as they are, however many test files ask at the same
 * time, and kept apart from `dist`, which another test may be building anew.
 */
export async function builtCli(): Promise<string> {
  const folder = join(cache, digestOfSources());
  const program = join(folder, 'cli.cjs');
  if (existsSync(program)) return program;
  await takeLock();
  try {
    if (!existsSync(program)) build(folder);
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
  return program;
}

function build(folder: string): void {
  execFileSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { cwd: root, stdio: 'inherit' });
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  cpSync(join(root, 'dist'), partial, { recursive: true });
  for (const name of readdirSync(cache)) if (isOld(join(cache, name))) rmSync(join(cache, name), { recursive: true });
  renameSync(partial, folder);
}

const isOld = (path: string): boolean => Date.now() - statSync(path).mtimeMs > 24 * 60 * 60_000;

async function takeLock(): Promise<void> {
  mkdirSync(cache, { recursive: true });
  for (;;) {
    try {
      mkdirSync(lock);
      return;
    } catch {
      const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
      if (Date.now() - since > staleLockMs) rmSync(lock, { recursive: true, force: true });
      await sleep(100);
    }
  }
}

function digestOfSources(): string {
  const digest = createHash('sha256');
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).map((name) => join('src', name));
  for (const name of [...files.sort(), 'scripts/build.mjs', 'scripts/lib/bundle-program.mjs', 'package.json']) {
    const path = join(root, name);
    if (statSync(path, { throwIfNoEntry: false })?.isFile() === true)
      digest.update(`${name}\n`).update(readFileSync(path));
  }
  return digest.digest('hex').slice(0, 16);
}
