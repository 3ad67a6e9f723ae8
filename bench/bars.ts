import { type Figures, largest, pairedRatio } from './figures.js';
import type { Unit } from './scenario.js';

/** What must hold of a contender of a race. */
export interface Bar {
  readonly says: string;
  readonly race: string;
  readonly contender: string;
  /** Whom it is compared with. Without it the limit is on the cost itself, in the unit of the race. */
  readonly against?: string;
  /** The most that the cost may be, as a multiple of the other's. */
  readonly limit: number;
  /** The limit itself is too much already. */
  readonly below?: boolean;
  /** What we want it to be; missing it is told and is no failure. */
  readonly aim?: number;
}

export interface BarResult extends Bar {
  /** The median ratio; without one to compare with, the largest cost of all repetitions. */
  readonly figure: number;
  readonly unit?: Unit;
  readonly ok: boolean;
}

/** Holds the bars against the figures. One whose figures are missing counts as missed. */
export function checkBars(bars: readonly Bar[], figures: readonly Figures[]): BarResult[] {
  return bars.map((bar) => {
    const raced = figures.find(({ race }) => race === bar.race);
    const figure = raced === undefined ? Number.NaN : figureOf(bar, raced);
    const ok = bar.below === true ? figure < bar.limit : figure <= bar.limit;
    return { ...bar, figure, ok, ...(bar.against === undefined && raced !== undefined && { unit: raced.unit }) };
  });
}

function figureOf({ contender, against }: Bar, raced: Figures): number {
  return against === undefined ? largest(raced, contender) : pairedRatio(raced, { contender, against });
}
