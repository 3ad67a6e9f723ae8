import type { Fact } from '../../tool/fact.js';
import { isFailure } from '../../tool/outcome.js';
import { isEnvironmentFile } from '../path/credential-name.js';
import { pathFacts } from './path-facts.js';
import type { Shell } from './shell.js';
import { literal, type Word } from './word.js';

/** What a command also reads that goes through a folder and leaves hidden files not out: the `.env` in it. */
export function hiddenFacts(folder: Word, by: number, shell: Shell): readonly Fact[] {
  return (folder.matches ?? [folder.text ?? '']).flatMap((name) => {
    if (name === '' || (!name.startsWith('/') && shell.cwd === undefined)) return [];
    const place = shell.context.resolve(name.startsWith('/') ? name : `${shell.cwd}/${name}`);
    if (isFailure(place) || place.kind !== 'directory' || !place.inside) return [];
    return environmentFiles(place.path, shell).flatMap((path) => pathFacts(literal(path), { kind: 'read', by }, shell));
  });
}

/** Deeper ones, or those in a crowd, are not looked for. */
const maxDepth = 3;
const maxNames = 3000;

/** By analysis and folder: a command may go through one folder many times. */
const looked = new WeakMap<Shell['spent'], Map<string, readonly string[]>>();

function environmentFiles(folder: string, shell: Shell): readonly string[] {
  const known = looked.get(shell.spent) ?? new Map<string, readonly string[]>();
  looked.set(shell.spent, known);
  const found = known.get(folder) ?? findEnvironmentFiles(folder, shell);
  known.set(folder, found);
  return found;
}

function findEnvironmentFiles(folder: string, { context }: Shell): readonly string[] {
  const found: string[] = [];
  const open = [{ path: folder, depth: 0 }];
  let seen = 0;
  for (let next = open.shift(); next !== undefined && seen < maxNames; next = open.shift()) {
    for (const name of context.list(next.path) ?? []) {
      seen += 1;
      const path = `${next.path}/${name}`;
      if (isEnvironmentFile(name.toLowerCase())) found.push(path);
      // What has an ending is hardly a folder, and none of these brings what the person wrote.
      else if (next.depth < maxDepth && !name.includes('.') && name !== 'node_modules')
        open.push({ path, depth: next.depth + 1 });
    }
  }
  return found;
}
