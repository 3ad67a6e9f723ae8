import { sha256 } from '../../base/digest.js';
import { humanSize } from '../../base/text.js';
import type { PlanContext, RunContext } from '../../tool/context.js';
import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { Plan, PlanResult } from '../../tool/plan.js';
import type { Place } from '../../tool/port.js';
import { checkTarget, readTarget } from '../file/file-change.js';
import type { Refusal } from '../file/stale-file.js';
import { placeFact, refusePlace, resolvePlace } from '../place-fact.js';

/** Where an answer is to be saved, and what was there when it was planned. */
export interface SavePlan {
  readonly place: Place;
  readonly base: Uint8Array | undefined;
}

/** The plan of a request whose answer becomes a file: what it will hold shows only then. */
export async function planSave(
  path: string,
  request: Plan<undefined>,
  ctx: PlanContext,
): Promise<PlanResult<SavePlan | Refusal>> {
  const place = resolvePlace(path, ctx);
  if (isFailure(place)) return place;
  const refused = checkTarget(place);
  if (refused !== undefined) return refusePlace(place, 'write', refused);
  const old = await readTarget(place, ctx);
  if ('refused' in old) return old.refused;
  const { base } = old;
  const there = base === undefined ? 'a new file' : `in place of ${humanSize(base.length)}`;
  const text = request.preview.kind === 'text' ? request.preview.text : '';
  return {
    facts: [...request.facts, placeFact('write', place)],
    preview: { kind: 'text', text: `${text}\n\nsaved to ${place.shown}, ${there}` },
    basis: base === undefined ? 'absent' : sha256(base),
    undo: { possible: true, note: 'the file; what was sent cannot be taken back' },
    carry: { place, base },
  };
}

/** Writes the answer, as one change that can be undone. */
export async function savePage(
  { place, base }: SavePlan,
  content: Uint8Array,
  ctx: RunContext,
): Promise<{ readonly path: string } | ToolFailure> {
  const change = ctx.change.stage({ place, operation: 'write', base, content });
  if (change.baseHash === change.contentHash) return { path: place.shown };
  const applied = await ctx.change.apply(change, ctx.signal);
  return isFailure(applied) ? applied : { path: place.shown };
}
