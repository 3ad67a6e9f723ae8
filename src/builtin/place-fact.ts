import type { Fact } from '../tool/fact.js';
import type { ToolFailure } from '../tool/outcome.js';
import type { PlanResult } from '../tool/plan.js';
import type { Place } from '../tool/port.js';

export function placeFact(kind: 'read' | 'write', place: Place): Fact {
  return { kind, target: place.shown, where: place.inside ? 'workspace' : 'outside', known: true };
}

/**
 * The plan of a call that cannot succeed. Inside the workspace it is refused at once, so that nobody is asked for
 * nothing; outside, what is there and what is not is told only once policy has let the call look.
 */
export function refusePlace(place: Place, kind: 'read' | 'write', failure: ToolFailure): PlanResult<ToolFailure> {
  return place.inside ? failure : refuseLater([placeFact(kind, place)], failure);
}

/** Carries a failure past policy: what it tells was read from the file. */
export function refuseLater(facts: readonly Fact[], failure: ToolFailure): PlanResult<ToolFailure> {
  return { facts, preview: { kind: 'arguments' }, carry: failure };
}
