import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const staleLockMs = 120_000;
const keptMs = 24 * 60 * 60_000;

interface CachedBuild {
  /** A folder of its own below the cache of the project. */
  readonly name: string;
  /** The files and folders it is made from, within the project. */
  readonly from: readonly string[];
  /** Writes it into the folder. */
  build(folder: string): Promise<void> | void;
}

/**
 * The folder with what is built from the tree as it is: made once, however many test files and runs ask for it. Nobody
 * may change anything in it.
 */
export async function cachedBuild({ name, from, build }: CachedBuild): Promise<string> {
  const cache = join(root, 'node_modules', '.cache', name);
  const folder = join(cache, digestOf(from));
  if (existsSync(folder)) return folder;
  const lock = join(cache, 'lock');
  await takeLock(cache, lock);
  try {
    if (existsSync(folder)) return folder;
    const partial = `${folder}.partial`;
    rmSync(partial, { recursive: true, force: true });
    await build(partial);
    for (const old of readdirSync(cache)) if (isOld(join(cache, old))) rmSync(join(cache, old), { recursive: true });
    renameSync(partial, folder);
    return folder;
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function digestOf(from: readonly string[]): string {
  const digest = createHash('sha256');
  for (const name of from.flatMap(filesIn).sort()) digest.update(`${name}\n`).update(readFileSync(join(root, name)));
  return digest.digest('hex').slice(0, 16);
}

function filesIn(name: string): readonly string[] {
  const isFile = (path: string): boolean => statSync(join(root, path), { throwIfNoEntry: false })?.isFile() === true;
  if (isFile(name)) return [name];
  return readdirSync(join(root, name), { recursive: true, encoding: 'utf8' })
    .map((path) => join(name, path))
    .filter(isFile);
}

const isOld = (path: string): boolean => Date.now() - statSync(path).mtimeMs > keptMs;

async function takeLock(cache: string, lock: string): Promise<void> {
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
