import { isCredential, isEnvironmentFile } from '../../policy/path/credential-name.js';
import { foldPath } from '../../policy/path/fold-path.js';
import { expandBraces } from '../../policy/rule/braces.js';
import type { PlanContext } from '../../tool/context.js';
import type { Fact } from '../../tool/fact.js';
import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { PlanResult } from '../../tool/plan.js';
import type { Place } from '../../tool/port.js';
import { placeName } from '../../tool/port.js';
import { missingFile } from '../file/missing-file.js';
import { pathBelow } from '../path-below.js';
import { placeFact, refuseMissing, resolvePlace } from '../place-fact.js';
import { type GivenGlob, readGlobs } from './glob-pattern.js';
import { checkSearched, type PatternSyntax } from './search-pattern.js';

export interface SearchStart {
  readonly path: string | undefined;
  /** What is searched for in files, and how it is written. */
  readonly pattern?: readonly [pattern: string, syntax: PatternSyntax];
  /** Globs by the names of their arguments; the first chooses files. */
  readonly globs?: readonly GivenGlob[];
  /** What is in the files below is read, not only their names. */
  readonly deep?: boolean;
  /** Hidden files too. */
  readonly hidden?: boolean;
}

/** The plan of a search: it reads what is at one place and below. */
export async function planSearch(
  { path, pattern, globs = [], deep = false, hidden = false }: SearchStart,
  ctx: PlanContext,
): Promise<PlanResult<Place | ToolFailure>> {
  const wrong = pattern === undefined ? undefined : checkSearched(...pattern);
  if (wrong !== undefined) return wrong;
  const place = resolvePlace(path ?? '.', ctx);
  if (isFailure(place)) return place;
  const read = readGlobs(globs, place.path);
  if (isFailure(read)) return read;
  if (place.kind === 'missing') return refuseMissing(place, await missingFile(place, ctx.workspace), { deep });
  const below = deep && place.kind === 'directory';
  const more = below ? await credentialReads(place, { glob: globs[0]?.[1], hidden }, ctx) : [];
  const facts = [placeFact('read', place, { deep: below }), ...more];
  return { facts, preview: { kind: 'arguments' }, carry: place };
}

interface Reading {
  /** The glob that chooses files. */
  readonly glob: string | undefined;
  /** Hidden files are read as well. */
  readonly hidden: boolean;
}

/** What a search reads beside the folder that is worth a question: files that its glob is made for, and `.env` in it. */
async function credentialReads(
  folder: Place,
  { glob, hidden }: Reading,
  { workspace }: PlanContext,
): Promise<readonly Fact[]> {
  const patterns =
    glob === undefined ? [] : choicesOf(glob).filter((one) => isMadeForCredentials(`${placeName(folder)}/${one}`));
  const entries = hidden ? await workspace.list(folder) : [];
  const names = isFailure(entries) ? [] : entries.map(({ name }) => name);
  const found = names.filter((name) => isEnvironmentFile(name.toLowerCase()));
  return [...patterns, ...found].map((name) => ({
    ...placeFact('read', { ...folder, kind: 'missing' }),
    target: placeName(folder) === '.' ? name : `${placeName(folder)}/${name}`,
    ...(folder.real !== undefined && { named: pathBelow(folder, name) }),
  }));
}

function choicesOf(glob: string): readonly string[] {
  const expanded = expandBraces(glob);
  return expanded.ok ? expanded.patterns : [glob];
}

const isMadeForCredentials = (path: string): boolean =>
  isCredential({ text: path, parts: foldPath(path), inside: undefined, home: undefined }, true);
