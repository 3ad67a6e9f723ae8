import type { Figures, Sample } from './figures.js';
import type { Contender, Race } from './scenario.js';

export interface MeasureOptions {
  /** How long each contender is run before anything is measured. */
  readonly warmUpMs: number;
  /** A sample is made of as many runs as fit in about this time. */
  readonly sampleMs: number;
}

/**
 * Runs the contenders in turn, so that each repetition has one sample of each. The order is another one each time: who
 * runs behind whom matters, for the garbage one leaves another clears. Nor is it collected by force: that would throw
 * optimised code away, and hit some contenders more than others.
 */
export async function measure(race: Race, { warmUpMs, sampleMs }: MeasureOptions): Promise<Figures> {
  const lanes: Lane[] = race.contenders.map((contender) => ({ contender, runs: 1, spentMs: 0, samples: [] }));
  while (lanes.some(({ spentMs }) => spentMs < warmUpMs)) {
    for (const lane of lanes.filter(({ spentMs }) => spentMs < warmUpMs)) {
      const { wall } = await sample(lane.contender, lane.runs);
      lane.spentMs += Math.max(wall, warmUpMs / 1000);
      lane.runs = Math.min(500, Math.max(1, Math.round((sampleMs * lane.runs) / wall)));
    }
  }
  for (let repetition = 0; repetition < race.repetitions; repetition += 1) {
    for (const lane of shuffled(lanes, repetition)) {
      const { wall, cpu } = await sample(lane.contender, lane.runs);
      const perCall = 1000 / lane.runs / lane.contender.expected.calls;
      lane.samples.push({ wall: wall * perCall, cpu: cpu * perCall });
    }
  }
  return { race: race.name, samples: new Map(lanes.map(({ contender, samples }) => [contender.name, samples])) };
}

interface Lane {
  readonly contender: Contender;
  runs: number;
  spentMs: number;
  readonly samples: Sample[];
}

/** Milliseconds spent in `run`. A contender that did not do all the work is not worth measuring. */
async function sample(contender: Contender, runs: number): Promise<Sample> {
  let wall = 0;
  let cpu = 0;
  for (let run = 0; run < runs; run += 1) {
    await contender.before?.();
    const usage = process.cpuUsage();
    const start = performance.now();
    const done = await contender.run();
    wall += performance.now() - start;
    const { user, system } = process.cpuUsage(usage);
    cpu += (user + system) / 1000;
    await contender.after?.();
    const { expected } = contender;
    if (done.calls !== expected.calls || done.text !== expected.text) {
      throw new Error(`${contender.name} came to ${JSON.stringify(done)} instead of ${JSON.stringify(expected)}`);
    }
  }
  return { wall, cpu };
}

/** In an order that depends on `seed` alone: each run of the bench has the same ones. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = seed + 1;
  const keyed = items.map((item) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return { item, key: state ^ (state >>> 13) };
  });
  return keyed.toSorted((a, b) => a.key - b.key).map(({ item }) => item);
}
