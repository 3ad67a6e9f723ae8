import type { Unit } from './scenario.js';

/** The cost of a call, or what a contender reported instead, in the unit of the race. */
export interface Sample {
  readonly wall: number;
  /**
   * Of all threads of this process; NaN for what a contender reported. On an idle machine it is about the same; on a
   * busy one, it says what was waited.
   */
  readonly cpu: number;
}

export type Clock = keyof Sample;

/** What a race brought: one sample of each contender for each repetition. The first contender is the baseline. */
export interface Figures {
  readonly race: string;
  readonly unit: Unit;
  readonly samples: ReadonlyMap<string, readonly Sample[]>;
}

export interface Row {
  readonly race: string;
  readonly unit: Unit;
  readonly contender: string;
  /** The median. */
  readonly cost: Sample;
  /** Against the baseline. */
  readonly ratio: Sample;
}

export function rowsOf(figures: Figures): Row[] {
  const baseline = figures.samples.keys().next().value ?? '';
  return Array.from(figures.samples, ([contender, samples]) => ({
    race: figures.race,
    unit: figures.unit,
    contender,
    cost: { wall: median(samples.map(({ wall }) => wall)), cpu: median(samples.map(({ cpu }) => cpu)) },
    ratio: {
      wall: pairedRatio(figures, { contender, against: baseline }),
      cpu: pairedRatio(figures, { contender, against: baseline, clock: 'cpu' }),
    },
  }));
}

/**
 * The median over the repetitions of `contender / against`. Both were run within the same moment, so that whatever else
 * the machine does slows both and cancels out. NaN when either is missing.
 */
export function pairedRatio({ samples }: Figures, { contender, against, clock = 'wall' }: Pair): number {
  const above = samples.get(contender) ?? [];
  const below = samples.get(against) ?? [];
  if (above.length !== below.length) return Number.NaN;
  return median(above.map((sample, at) => sample[clock] / (below[at]?.[clock] ?? Number.NaN)));
}

interface Pair {
  readonly contender: string;
  readonly against: string;
  readonly clock?: Clock;
}

/** The largest sample of a contender; NaN when it has none. */
export function largest({ samples }: Figures, contender: string): number {
  const own = samples.get(contender) ?? [];
  return own.length === 0 ? Number.NaN : Math.max(...own.map(({ wall }) => wall));
}

/** NaN when there are no values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}
