/**
 * When calls count as a loop, as data of a profile. A call repeats another when its tool, its arguments and what came of
 * it are the same: what answers something else each time, as waiting for a process does, is no loop.
 */
export interface LoopRules {
  /** The same call, one after another. */
  readonly redundant?: LoopThreshold;
  /** The same call since the last progress, whatever lies between; or the same tool, one call after another. */
  readonly repetition?: LoopThreshold & { readonly of: 'call' | 'tool' };
  /** Two calls in turn, counted in pairs. */
  readonly oscillation?: LoopThreshold;
  /** Calls without progress: nothing was changed, no new file was read, and nothing new came of them. */
  readonly drift?: LoopThreshold;
  /**
   * A call that was made before is refused while nothing has changed since: no call has changed anything, and the file that
   * the argument of these tools names is as it was then.
   */
  readonly again?: { readonly tools: readonly string[]; readonly argument: string };
  /** So many refusals in a row end the turn. */
  readonly endAfter?: number;
  /** What a refused call is answered. `{pattern}`, `{tool}`, `{count}` and `{question}` are put in. */
  readonly refusal: string;
  /** What the model is told first; the same may be put in. */
  readonly warning: string;
  /** What the model is told after so many rounds in a row in which every call failed. */
  readonly pivot?: { readonly after: number; readonly code: string; readonly note: string };
}

export interface LoopThreshold {
  /** So many have been: the model is told. */
  readonly warn?: number;
  /** This one is not run. */
  readonly refuse?: number;
}

export type LoopPattern = 'redundant' | 'repetition' | 'oscillation' | 'drift' | 'again';

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
export type CountedPattern = Exclude<LoopPattern, 'again'>;

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
