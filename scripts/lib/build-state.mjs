import { readdirSync, statSync } from 'node:fs';
import { root } from './root.mjs';

/** Whether dist/ holds what would be built now: nothing it is made from, and no folder of it, is newer. */
export function isBuilt() {
  const built = modified('dist/cli.cjs');
  const sources = ['package.json', 'scripts/build.mjs', ...below('scripts/lib'), 'src', ...below('src')];
  return sources.every((path) => modified(path) <= built);
}

function below(folder) {
  return readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`);
}

function modified(path) {
  return statSync(`${root}${path}`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
