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
export async function measure(race: Race, options: MeasureOptions): Promise<Figures> {
  const lanes: Lane[] = race.contenders.map((contender) => ({ contender, runs: 1, spentMs: 0, samples: [] }));
  if (race.processes === true) for (const { contender } of lanes) await runAll(contender, 1);
  else await warmUp(lanes, options, race);
  for (let repetition = 0; repetition < race.repetitions; repetition += 1) {
    for (const lane of shuffled(lanes, repetition)) lane.samples.push(await takeSample(race, lane));
  }
  return {
    race: race.name,
    unit: race.reports ?? 'µs/call',
    samples: new Map(lanes.map(({ contender, samples }) => [contender.name, samples])),
  };
}

interface Lane {
  readonly contender: Contender;
  runs: number;
  spentMs: number;
  readonly samples: Sample[];
}

async function warmUp(
  lanes: readonly Lane[],
  { warmUpMs, sampleMs }: MeasureOptions,
  { reports }: Race,
): Promise<void> {
  while (lanes.some(({ spentMs }) => spentMs < warmUpMs)) {
    for (const lane of lanes.filter(({ spentMs }) => spentMs < warmUpMs)) {
      const { wall } = await runAll(lane.contender, lane.runs);
      lane.spentMs += Math.max(wall, warmUpMs / 1000);
      if (reports === undefined) lane.runs = Math.min(500, Math.max(1, Math.round((sampleMs * lane.runs) / wall)));
    }
  }
}

async function takeSample({ reports }: Race, { contender, runs }: Lane): Promise<Sample> {
  const { wall, cpu, cost } = await runAll(contender, runs);
  // What this process spends meanwhile says nothing of another.
  if (reports !== undefined) return { wall: cost, cpu: Number.NaN };
  const perCall = 1000 / runs / contender.expected.calls;
  return { wall: wall * perCall, cpu: cpu * perCall };
}

/** Milliseconds spent in `run`, and what the last run reported. One that did not do all the work is not worth measuring. */
async function runAll(contender: Contender, runs: number): Promise<Sample & { readonly cost: number }> {
  let wall = 0;
  let cpu = 0;
  let cost = Number.NaN;
  for (let run = 0; run < runs; run += 1) {
    await contender.before?.();
    const usage = process.cpuUsage();
    const start = performance.now();
    const done = await contender.run();
    wall += performance.now() - start;
    const { user, system } = process.cpuUsage(usage);
    cpu += (user + system) / 1000;
    cost = done.cost ?? Number.NaN;
    await contender.after?.();
    const { expected } = contender;
    if (done.calls !== expected.calls || done.text !== expected.text) {
      const came = { calls: done.calls, text: done.text };
      throw new Error(`${contender.name} came to ${JSON.stringify(came)} instead of ${JSON.stringify(expected)}`);
    }
  }
  return { wall, cpu, cost };
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
