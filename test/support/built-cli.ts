import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = join(root, 'node_modules', '.cache', 'built-cli');
const lock = join(cache, 'lock');
const staleLockMs = 120_000;

/** What the build makes of the sources as they are. */
export interface Built {
  /** As `dist` would be. */
  readonly dist: string;
  /** The program in it. */
  readonly cli: string;
  /** The file that tells which sources each bundled file is made of. */
  readonly sources: string;
}

/** The path of the built program. */
export const builtCli = async (): Promise<string> => (await built()).cli;

let making: Promise<Built> | undefined;

/**
 * Built at most once for the sources as they are, however many test files ask at the same time, and kept apart from
 * `dist`, which another test may be building anew. Nobody may change anything in it.
 */
export function built(): Promise<Built> {
  making ??= findOrBuild();
  return making;
}

async function findOrBuild(): Promise<Built> {
  const folder = join(cache, digestOfSources());
  const dist = join(folder, 'dist');
  const made = { dist, cli: join(dist, 'cli.cjs'), sources: join(folder, 'sources.json') };
  if (existsSync(folder)) return made;
  await takeLock();
  try {
    if (!existsSync(folder)) build(folder);
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
  return made;
}

function build(folder: string): void {
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  const places = ['--out', join(partial, 'dist'), '--sources', join(partial, 'sources.json')];
  execFileSync(process.execPath, [join(root, 'scripts', 'build.mjs'), ...places], { cwd: root, stdio: 'inherit' });
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
  const below = (folder: string): readonly string[] =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  const files = [...below('src'), ...below('scripts/lib'), 'scripts/build.mjs', 'package.json', 'package-lock.json'];
  for (const name of files.sort()) {
    const path = join(root, name);
    if (statSync(path, { throwIfNoEntry: false })?.isFile() === true)
      digest.update(`${name}\n`).update(readFileSync(path));
  }
  return digest.digest('hex').slice(0, 16);
}
