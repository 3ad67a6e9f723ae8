import type { Clock } from '../base/clock.js';

/** The time a turn has taken, without the time its questions waited for a person. */
export interface TurnClock {
  elapsed(): number;
  /** While a question waits for its answer, no time passes here. */
  stopFor(asked: Promise<unknown>): void;
}

export function createTurnClock(clock: Pick<Clock, 'monotonic'>): TurnClock {
  const start = clock.monotonic();
  let open = 0;
  let waitsSince = 0;
  let waited = 0;
  return {
    elapsed: () => (open > 0 ? waitsSince : clock.monotonic()) - start - waited,
    stopFor(asked) {
      if (open === 0) waitsSince = clock.monotonic();
      open += 1;
      const goOn = (): void => {
        open -= 1;
        if (open === 0) waited += clock.monotonic() - waitsSince;
      };
      asked.then(goOn, goOn);
    },
  };
}
