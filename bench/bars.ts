import { type Figures, pairedRatio } from './figures.js';

/** What must hold between two contenders of a race. */
export interface Bar {
  readonly says: string;
  readonly race: string;
  readonly contender: string;
  readonly against: string;
  /** The most that the cost per call may be, as a multiple of the other's. */
  readonly limit: number;
  /** The limit itself is too much already. */
  readonly below?: boolean;
}

export interface BarResult extends Bar {
  readonly ratio: number;
  readonly ok: boolean;
}

/** Holds the bars against the figures. One whose figures are missing counts as missed. */
export function checkBars(bars: readonly Bar[], figures: readonly Figures[]): BarResult[] {
  return bars.map((bar) => {
    const raced = figures.find(({ race }) => race === bar.race);
    const ratio = raced === undefined ? Number.NaN : pairedRatio(raced, bar);
    return { ...bar, ratio, ok: bar.below === true ? ratio < bar.limit : ratio <= bar.limit };
  });
}
