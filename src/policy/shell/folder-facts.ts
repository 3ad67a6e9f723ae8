import type { Fact } from '../../tool/fact.js';
import { isFailure } from '../../tool/outcome.js';
import type { Place } from '../../tool/port.js';
import { isEnvironmentFile } from '../path/credential-name.js';
import { pathFacts } from './path-facts.js';
import { absolutePath, isLost, type Shell } from './shell.js';
import { literal, type Word } from './word.js';

/** What is read beside a folder by a command that follows the links in it: where they lead, if that is elsewhere. */
export function linkFacts(folder: Word, by: number, shell: Shell): readonly Fact[] {
  return foldersOf(folder, shell).flatMap(({ path, shown, inside }) => {
    const links = shell.context.links(path);
    if (links === undefined) {
      const note = `it follows links, and there is too much in ${shown} to look where they lead`;
      const where = inside ? 'workspace' : 'outside';
      return [{ kind: 'read', target: shown, where, known: false, note, deep: true, by }];
    }
    return links
      .flatMap((link) => pathFacts(literal(link), { kind: 'read', deep: true, by }, shell))
      .filter(({ where, target }) => where !== 'workspace' || hidden.test(target));
  });
}

/** What lies in the workspace is read anyway, unless it is left out for its name. */
const hidden = /(?:^|\/)\./;

/** What a command also reads that goes through a folder and leaves hidden files not out: the `.env` in it. */
export function hiddenFacts(folder: Word, by: number, shell: Shell): readonly Fact[] {
  if (folder.text === '') return [];
  return foldersOf(folder, shell)
    .flatMap(({ path, inside }) => (inside ? environmentFiles(path, shell) : []))
    .flatMap((path) => pathFacts(literal(path), { kind: 'read', by }, shell));
}

/** The folders that a word names now. */
function foldersOf({ text, matches }: Word, shell: Shell): readonly Place[] {
  if (text === undefined || isLost(text, shell)) return [];
  return (matches ?? [text]).flatMap((name) => {
    const place = shell.context.resolve(absolutePath(name, shell));
    return isFailure(place) || place.kind !== 'directory' ? [] : [place];
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
