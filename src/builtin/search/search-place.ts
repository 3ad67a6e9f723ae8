import type { PlanContext } from '../../tool/context.js';
import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { PlanResult } from '../../tool/plan.js';
import type { Place } from '../../tool/port.js';
import { missingFile } from '../file/missing-file.js';
import { placeFact, refuseMissing, resolvePlace } from '../place-fact.js';
import { credentialReads } from './credential-reads.js';
import { chooseGlob } from './glob-choice.js';

export interface SearchStart {
  readonly path: string | undefined;
  /** The glob that chooses files, by the name of its argument. */
  readonly glob?: readonly [name: string, glob: string];
  /** What is in the files below is read, not only their names. */
  readonly deep?: boolean;
  /** Hidden files too. */
  readonly hidden?: boolean;
}

/** The plan of a search: it reads what is at one place and below. */
export async function planSearch(
  { path, glob, deep = false, hidden = false }: SearchStart,
  ctx: PlanContext,
): Promise<PlanResult<Place | ToolFailure>> {
  const place = resolvePlace(path ?? '.', ctx);
  if (isFailure(place)) return place;
  const choice = glob === undefined ? undefined : chooseGlob(glob[1], glob[0], place.path);
  if (isFailure(choice)) return choice;
  if (place.kind === 'missing') return refuseMissing(place, await missingFile(place, ctx.workspace), { deep });
  const below = deep && place.kind === 'directory';
  const more = below ? await credentialReads(place, { glob: glob?.[1], hidden }, ctx) : [];
  const facts = [placeFact('read', place, { deep: below }), ...more];
  return { facts, preview: { kind: 'arguments' }, carry: place };
}

/** A path below a folder, as the other tools take it. */
export function pathBelow(folder: Place, relative: string): string {
  const name = relative.replace(/^\.\//, '');
  if (folder.shown === '.') return name;
  return folder.shown.endsWith('/') ? folder.shown + name : `${folder.shown}/${name}`;
}
