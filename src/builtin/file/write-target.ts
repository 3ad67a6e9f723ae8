import type { PlanContext } from '../../tool/context.js';
import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { PlanResult } from '../../tool/plan.js';
import type { Place } from '../../tool/port.js';
import { refusePlace, resolvePlace } from '../place-fact.js';
import { checkContent, checkTarget } from './file-change.js';

/** Where content is to be written, or the plan of a call that cannot be: `kind` is the fact policy judges then. */
export function writeTarget(
  { path, content }: { readonly path: string; readonly content: string },
  kind: 'read' | 'write',
  ctx: Pick<PlanContext, 'workspace'>,
): { readonly place: Place } | { readonly refused: PlanResult<ToolFailure> } {
  const place = resolvePlace(path, ctx);
  if (isFailure(place)) return { refused: place };
  const bad = checkContent('content', content);
  if (bad !== undefined) return { refused: bad };
  const refused = checkTarget(place);
  return refused === undefined ? { place } : { refused: refusePlace(place, kind, refused) };
}
