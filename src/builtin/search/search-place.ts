import type { PlanContext } from '../../tool/context.js';
import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { PlanResult } from '../../tool/plan.js';
import type { Place } from '../../tool/port.js';
import { missingFile } from '../file/missing-file.js';
import { placeFact, refuseMissing, resolvePlace } from '../place-fact.js';
import { credentialReads } from './credential-reads.js';
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
