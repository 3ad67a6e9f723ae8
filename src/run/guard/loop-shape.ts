import type { LoopPattern, LoopRules, LoopThreshold } from './loop-rules.js';

/** Rules with what follows from them, worked out once for a session: this is asked for every call. */
export interface LoopShape {
  readonly rules: LoopRules;
  readonly refusals: readonly Threshold[];
  readonly warnings: readonly Threshold[];
  /** Those that a call like none before can reach. Most calls are. */
  readonly loneRefusals: readonly Threshold[];
  readonly loneWarnings: readonly Threshold[];
  /** How many steps are remembered: twice what the longest pattern takes. */
  readonly window: number;
  /** No shorter pattern is refused. */
  readonly least: number;
}

/** The patterns that are counted call by call. */
export type CountedPattern = Exclude<LoopPattern, 'read-again'>;

interface Threshold {
  readonly pattern: CountedPattern;
  readonly limit: number;
}

export function shapeLoops(rules: LoopRules): LoopShape {
  const refusals = thresholds(rules, 'refuse');
  const warnings = thresholds(rules, 'warn');
  const isLone = ({ pattern, limit }: Threshold): boolean =>
    limit === 1 || pattern === 'drift' || (pattern === 'repetition' && rules.repetition?.of === 'tool');
  const lengths = [...refusals, ...warnings].map(({ pattern, limit }) =>
    pattern === 'oscillation' ? 2 * limit : limit,
  );
  return {
    rules,
    refusals,
    warnings,
    loneRefusals: refusals.filter(isLone),
    loneWarnings: warnings.filter(isLone),
    window: 2 * Math.max(1, ...lengths),
    least: Math.min(...refusals.map(({ limit }) => limit)),
  };
}

const order: readonly CountedPattern[] = ['redundant', 'repetition', 'oscillation', 'drift'];

function thresholds(rules: LoopRules, kind: keyof LoopThreshold): readonly Threshold[] {
  return order.flatMap((pattern) => {
    const limit = rules[pattern]?.[kind];
    return limit === undefined ? [] : [{ pattern, limit }];
  });
}
