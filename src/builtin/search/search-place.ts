import type { PlanContext } from '../../tool/context.js';
import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { PlanResult } from '../../tool/plan.js';
import type { Place } from '../../tool/port.js';
import { missingFile } from '../file/missing-file.js';
import { placeFact, refusePlace } from '../place-fact.js';

/** The plan of a search: it reads what is at and below one place. */
export async function planSearch(path: string | undefined, ctx: PlanContext): Promise<PlanResult<Place | ToolFailure>> {
  const place = ctx.workspace.resolve(path ?? '.');
  if (isFailure(place)) return place;
  if (place.kind === 'missing') return refusePlace(place, 'read', await missingFile(place, ctx.workspace));
  return { facts: [placeFact('read', place)], preview: { kind: 'arguments' }, carry: place };
}

/** A path below a folder, as the other tools take it. */
export function pathBelow(folder: Place, relative: string): string {
  const name = relative.replace(/^\.\//, '');
  if (folder.shown === '.') return name;
  return folder.shown.endsWith('/') ? folder.shown + name : `${folder.shown}/${name}`;
}
