import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Made from the tree, or not part of it. */
const left = new Set(['node_modules', 'dist', 'coverage', '.git', '.toolwright']);

/** A digest of every file of the project, by path and content: what was seen on one tree says nothing about another. */
export function treeDigest(): string {
  const digest = createHash('sha256');
  const take = (path: string): void => {
    const found = statSync(join(root, path), { throwIfNoEntry: false });
    if (found?.isDirectory() === true) for (const name of namesIn(path)) take(join(path, name));
    else if (found !== undefined) digest.update(`${path}\n`).update(readFileSync(join(root, path)));
  };
  take('');
  return digest.digest('hex').slice(0, 16);
}

const namesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder))
    .filter((name) => !left.has(name) && !name.endsWith('.tgz'))
    .sort();
