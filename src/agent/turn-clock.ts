import type { Clock } from '../base/clock.js';

/** The time a turn has taken, without the time its questions waited for a person. */
export type TurnClock = ReturnType<typeof createTurnClock>;

export function createTurnClock(clock: Pick<Clock, 'monotonic'>) {
  const start = clock.monotonic();
  let open = 0;
  let waitsSince = 0;
  let waited = 0;
  return {
    elapsed: (): number => (open > 0 ? waitsSince : clock.monotonic()) - start - waited,
    /** While a question waits for its answer, no time passes here. */
    stopFor(asked: Promise<unknown>) {
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
