import { isBeneath } from '../base/is-beneath.js';
import { isPathKind } from '../policy/rule/seen-fact.js';
import { isChange } from '../policy/vocabulary/touched.js';
import type { Fact } from '../tool/fact.js';

/** Whether one of two calls changes what the other touches, or could: side by side, neither would find what it planned on. */
export const overlap = (one: readonly Fact[], other: readonly Fact[]): boolean =>
  one.some((fact) => other.some((next) => (isChange(fact) || isChange(next)) && touchesSame(fact, next)));

function touchesSame(one: Fact, other: Fact): boolean {
  if (!one.known || !other.known) return true;
  if (!isPathKind(one) || !isPathKind(other)) return false;
  return placesOf(one).some((path) => placesOf(other).some((next) => isNear(path, next)));
}

/** A folder and what is in it are one place here: making a file changes how its folder is listed. */
const isNear = (one: string, other: string): boolean =>
  one === '.' || other === '.' || isBeneath(one, other) || isBeneath(other, one);

const placesOf = ({ target, via }: Fact): readonly string[] => (via === undefined ? [target] : [target, via]);
