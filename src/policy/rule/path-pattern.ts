import { expandBraces } from './braces.js';
import { type Glob, matchesGlob, parseGlob } from './glob.js';
import type { Spelled, SpelledPath } from './path-spelling.js';

/** A pattern of paths, read once. */
export interface PathPattern {
  /** One for each choice of braces. */
  readonly choices: readonly PathChoice[];
}

interface PathChoice {
  /** Where it begins: the workspace, the home folder, the root of the system, or any folder at all. */
  readonly from: 'root' | 'home' | 'system' | 'anywhere';
  /** For the proof that a path is meant: case counts. */
  readonly exact: readonly Segment[];
  /** For the search for paths that are meant: case does not count, and a folder means all below it. */
  readonly folded: readonly Segment[];
}

/** The name of a folder or file, or any number of folders. */
type Segment = Glob | 'any-depth';

export type ParsedPath =
  | { readonly ok: true; readonly pattern: PathPattern }
  | { readonly ok: false; readonly message: string };

export function parsePathPattern(text: string): ParsedPath {
  if (text === '') return { ok: false, message: 'the path is empty: write * for all files' };
  const expanded = expandBraces(text);
  if (!expanded.ok) return expanded;
  const choices: PathChoice[] = [];
  for (const one of expanded.patterns) {
    const parsed = parseChoice(one);
    if (!parsed.ok) return parsed;
    choices.push(parsed.choice);
  }
  return { ok: true, pattern: { choices } };
}

/** Whether the path, or with `deep` something below it, is meant. The path must be spelled with `folds`. */
export function findsPath({ choices }: PathPattern, path: SpelledPath, deep: boolean): boolean {
  for (const choice of choices) if (findsChoice(choice, path, deep)) return true;
  return false;
}

function findsChoice({ from, folded }: PathChoice, path: SpelledPath, deep: boolean): boolean {
  // The names of folders above the workspace say nothing about what is in it.
  if (from === 'anywhere') return matchesSegments(folded, namesOf(path.root) ?? namesOf(path.system) ?? []);
  const seen = path[from];
  if (seen === undefined) return false;
  if (seen === 'above') return deep;
  return deep ? reaches(folded, seen) : matchesSegments(folded, seen);
}

const namesOf = (seen: Spelled | 'above' | undefined): Spelled | undefined => (seen === 'above' ? undefined : seen);

/** Whether the path, and with `deep` all below it, is surely meant. What begins anywhere means the workspace only. */
export function coversPath({ choices }: PathPattern, path: SpelledPath, deep: boolean): boolean {
  return choices.some(({ from, exact }) => {
    const seen = path[from === 'anywhere' ? 'root' : from];
    if (seen === undefined || seen === 'above') return false;
    return (!deep || exact.at(-1) === 'any-depth') && matchesSegments(exact, seen);
  });
}

type ParsedChoice =
  | { readonly ok: true; readonly choice: PathChoice }
  | { readonly ok: false; readonly message: string };

function parseChoice(text: string): ParsedChoice {
  if (/^~[^/]/.test(text)) return { ok: false, message: `${text} is no path: write ~/… for your home folder` };
  const from = startOf(text);
  const parts = text.split('/').filter((part, at) => part !== '' && part !== '.' && !(at === 0 && part === '~'));
  if (parts.includes('..'))
    return { ok: false, message: 'it would never match: paths are compared without .., so write ~/… or /…' };
  if (text.endsWith('/') && parts.at(-1) !== '**') parts.push('**');
  if (from === 'anywhere' && parts.length === 1 && parts[0] === '*') parts[0] = '**';
  if (from === 'anywhere' && parts[0] !== '**') parts.unshift('**');
  const exact: Segment[] = [];
  const folded: Segment[] = [];
  for (const part of parts) {
    const sure = parseSegment(part, false);
    const search = parseSegment(part, true);
    if (!sure.ok) return sure;
    if (!search.ok) return search;
    // Two in a row mean no more than one.
    if (sure.segment === 'any-depth' && exact.at(-1) === 'any-depth') continue;
    exact.push(sure.segment);
    folded.push(search.segment);
  }
  if (folded.at(-1) !== 'any-depth') folded.push('any-depth');
  return { ok: true, choice: { from, exact, folded } };
}

/** As in `.gitignore`: without a slash in it, a pattern means a name in any folder. */
function startOf(text: string): PathChoice['from'] {
  if (text === '~' || text.startsWith('~/')) return 'home';
  if (text.startsWith('/')) return 'system';
  if (text.startsWith('**/')) return 'anywhere';
  return text === '.' || text.slice(0, -1).includes('/') ? 'root' : 'anywhere';
}

type ParsedSegment =
  | { readonly ok: true; readonly segment: Segment }
  | { readonly ok: false; readonly message: string };

function parseSegment(part: string, folds: boolean): ParsedSegment {
  if (part === '**') return { ok: true, segment: 'any-depth' };
  const parsed = parseGlob(part, { folds });
  return parsed.ok ? { ok: true, segment: parsed.glob } : parsed;
}

/** Goes back to the last `**` only, as a glob does to its last star. */
function matchesSegments(pattern: readonly Segment[], path: Spelled): boolean {
  let wanted = 0;
  let at = 0;
  let floating = -1;
  let from = 0;
  while (at < path.length) {
    const segment = pattern[wanted];
    if (segment === 'any-depth') {
      if (wanted === pattern.length - 1) return true;
      floating = wanted;
      from = at;
      wanted += 1;
    } else if (segment !== undefined && matchesGlob(segment, path[at] ?? '')) {
      wanted += 1;
      at += 1;
    } else if (floating === -1) return false;
    else {
      wanted = floating + 1;
      from += 1;
      at = from;
    }
  }
  while (pattern[wanted] === 'any-depth') wanted += 1;
  return wanted === pattern.length;
}

/** Whether the pattern matches the path or could match something below it. */
function reaches(pattern: readonly Segment[], path: Spelled): boolean {
  for (const [at, segment] of pattern.entries()) {
    const name = path[at];
    if (segment === 'any-depth' || name === undefined) return true;
    if (!matchesGlob(segment, name)) return false;
  }
  // The last of a folded pattern is `**`, so this is not reached.
  return false;
}
