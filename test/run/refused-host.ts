import type { Fact } from '../../src/tool/fact.js';
import { netFact } from '../policy/rule/rule-scene.js';

/** A connection that the sandbox refused. */
export const refusedHost = (target: string, more: Partial<Fact> = {}): Fact =>
  netFact(target, { refused: true, ...more });
