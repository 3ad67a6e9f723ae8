import { type Parsed, unparsed } from '../../base/parsed.js';
import { many, takesAll } from '../../base/pieces.js';
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
type Segment = Glob | typeof many;

export function parsePathPattern(text: string): Parsed<{ pattern: PathPattern }> {
  if (text === '') return unparsed('the path is empty: write * for all files');
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
    return (!deep || exact.at(-1) === many) && matchesSegments(exact, seen);
  });
}

function parseChoice(text: string): Parsed<{ choice: PathChoice }> {
  if (/^~[^/]/.test(text)) return unparsed(`${text} is no path: write ~/… for your home folder`);
  const from = startOf(text);
  const parts = text.split('/').filter((part, at) => part !== '' && part !== '.' && !(at === 0 && part === '~'));
  if (parts.includes('..')) return unparsed('it would never match: paths are compared without .., so write ~/… or /…');
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
    if (sure.segment === many && exact.at(-1) === many) continue;
    exact.push(sure.segment);
    folded.push(search.segment);
  }
  if (folded.at(-1) !== many) folded.push(many);
  return { ok: true, choice: { from, exact, folded } };
}

/** As in `.gitignore`: without a slash in it, a pattern means a name in any folder. */
function startOf(text: string): PathChoice['from'] {
  if (text === '~' || text.startsWith('~/')) return 'home';
  if (text.startsWith('/')) return 'system';
  if (text.startsWith('**/')) return 'anywhere';
  return text === '.' || text.slice(0, -1).includes('/') ? 'root' : 'anywhere';
}

function parseSegment(part: string, folds: boolean): Parsed<{ segment: Segment }> {
  if (part === '**') return { ok: true, segment: many };
  const parsed = parseGlob(part, { folds });
  return parsed.ok ? { ok: true, segment: parsed.glob } : parsed;
}

const matchesSegments = (pattern: readonly Segment[], path: Spelled): boolean => takesAll(pattern, path, matchesGlob);

/** Whether the pattern matches the path or could match something below it. */
function reaches(pattern: readonly Segment[], path: Spelled): boolean {
  for (const [at, segment] of pattern.entries()) {
    const name = path[at];
    if (segment === many || name === undefined) return true;
    if (!matchesGlob(segment, name)) return false;
  }
  // The last of a folded pattern is `**`, so this is not reached.
  return false;
}
