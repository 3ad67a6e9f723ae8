import { defined } from '../base/defined.js';
import { hardLinkNote } from '../policy/path/hard-link.js';
import { windowsSpelling } from '../policy/path/windows-spelling.js';
import type { PlanContext } from '../tool/context.js';
import type { Fact } from '../tool/fact.js';
import { fail, type ToolFailure } from '../tool/outcome.js';
import type { PlanResult } from '../tool/plan.js';
import type { Place } from '../tool/port.js';
import { placeName } from '../tool/port.js';

type PathKind = 'read' | 'write' | 'delete' | 'move';

/** Where a path of a call leads. */
export function resolvePlace(path: string, { workspace }: Pick<PlanContext, 'workspace'>): Place | ToolFailure {
  if (windowsSpelling(path) !== 'refuse') return workspace.resolve(path);
  return fail(
    'validation_failed',
    `${path} names another machine or a device on Windows. Give a path of this machine, with one / at its start or none.`,
  );
}

export function placeFact(kind: PathKind, place: Place, { deep = false } = {}): Fact {
  const fact = {
    kind,
    target: placeName(place),
    where: place.inside ? ('workspace' as const) : ('outside' as const),
    known: true,
    ...defined({ via: place.via }),
    ...(place.real !== undefined && { named: place.shown }),
    ...(deep && { deep }),
  };
  if (place.writeProtected === true && kind !== 'read')
    return { ...fact, forbidden: true, note: `${place.shown} is protected: it is read, and never changed` };
  if (place.kind === 'other' && !isTaken(kind)) return { ...fact, forbidden: true, note: `${place.shown} ${noFile}` };
  const note = isTaken(kind) ? undefined : hardLinkNote(place);
  return note === undefined ? fact : { ...fact, known: false, note };
}

/** A name is taken away; what it leads to stays as it is. */
const isTaken = (kind: PathKind): boolean => kind === 'delete' || kind === 'move';

const noFile = 'is a device, a pipe or a socket, which is neither read nor written as a file';

/** The plan of a call that would read where nothing is: policy judges it before that is told. */
export function refuseMissing(place: Place, failure: ToolFailure, { deep = false } = {}): PlanResult<ToolFailure> {
  return refuseLater([placeFact('read', place, { deep })], failure);
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
