import { isAbsolute, join } from 'node:path';
import { isFailure } from '../../../../tool/outcome.js';
import type { Word } from '../../word.js';
import { type GitSite, pathIn, settledText } from './site.js';

/** What operands of a subcommand are. */
export interface OperandKind {
  /** Paths only, or revisions as well (`HEAD`, `HEAD:src/a.ts`, `a..b`). */
  readonly revisions: boolean;
  /** What is shown of the paths: what stands in them, or no more than their names. */
  readonly shows: 'content' | 'names';
  /** Folders are read with all below them, tracked or not. */
  readonly deep?: boolean;
}

/** Reports what an operand reads. */
export function reportOperand(word: Word, { revisions, shows, deep = false }: OperandKind, site: GitSite): void {
  const { doing } = site;
  const text = settledText(word);
  if (text === undefined) {
    doing.read(word, { deep, hidden: deep });
    return;
  }
  for (const { path, plain } of revisions ? pathsOfRevision(text, site) : pathsOfPattern(text, site)) {
    if (path === '' || path === '-' || path === '/dev/null') continue;
    const named = pathIn(site, word, path);
    const place = placeOf(named, site);
    // A word that is no file here is most likely a revision.
    const worth =
      place === 'outside' || (shows === 'content' && (!plain || place === 'there' || hiddenName.test(path)));
    if (worth) doing.read(named, { deep, hidden: deep });
  }
}

/** No revision begins like this. */
const hiddenName = /^(?:[^:]*\/)?\.[^./][^:]*$/;

interface NamedPath {
  readonly path: string;
  /** A word that may be a revision as well. */
  readonly plain: boolean;
}

/** `HEAD:src/a.ts`, `:src/a.ts`, `:0:src/a.ts`, also on both sides of `..`; else it may be a path. */
function pathsOfRevision(text: string, site: GitSite): readonly NamedPath[] {
  if (/^:[(!^/]/.test(text)) return pathsOfPattern(text, site);
  if (!text.includes(':')) return [{ path: text, plain: true }];
  const inTree = text.split(/\.{2,3}(?=[^./])/).flatMap((side) => {
    const at = /^:[0-3]:/.test(side) ? 2 : side.indexOf(':');
    return at === -1 ? [] : [{ path: fromTop(side.slice(at + 1), site), plain: false }];
  });
  return [...inTree, { path: text, plain: true }];
}

/** A path of the repository begins at its top, unless it says otherwise. */
function fromTop(path: string, { repository, folder }: GitSite): string {
  const { top } = repository;
  if (/^\.\.?(?:\/|$)/.test(path) || isAbsolute(path) || top === undefined || top === folder) return path;
  return join(top, path);
}

/** A path, perhaps with the magic git has for them: `:(exclude)docs`, `:!docs`, `:/src`. */
function pathsOfPattern(text: string, site: GitSite): readonly NamedPath[] {
  const long = /^:\(([^)]*)\)/.exec(text);
  const short = long === null ? /^:[!^/]*:?/.exec(text) : null;
  const magic = long?.[1] ?? short?.[0] ?? '';
  if (/[!^]|\bexclude\b/.test(magic)) return [];
  const path = text.slice((long ?? short)?.[0].length ?? 0);
  const top = long === null ? magic.includes('/') : /\btop\b/.test(magic);
  return [{ path: top ? fromTop(path, site) : path, plain: false }];
}

function placeOf({ text }: Word, { doing, folder }: GitSite): 'outside' | 'there' | 'missing' {
  if (text === undefined || (folder === undefined && !isAbsolute(text))) return 'outside';
  const place = doing.context.resolve(isAbsolute(text) ? text : join(folder ?? '', text));
  if (isFailure(place) || !place.inside) return 'outside';
  return place.kind === 'missing' ? 'missing' : 'there';
}
