import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom } from '../mutations.js';
import { temporaryFolder } from '../support.js';
import { checkStress } from './check-stress.js';
import { type DiskStep, parseTrace, traceOptions } from './disk-trace.js';
import { writeLostState } from './power-loss.js';
import { newStressFolder, oldText, runStress } from './run-stress.js';
import type { StressOrder } from './stress-child.js';

export interface LossReport {
  readonly states: number;
  /** Acknowledgements that were looked for, over all states. */
  readonly acknowledged: number;
  readonly syncs: number;
  readonly violations: readonly string[];
}

interface LossTrial {
  readonly program: string;
  readonly states: number;
  readonly seed: number;
  readonly durable?: boolean;
}

/** Traces one script, in the durable setting unless told, and looks at so many disks that a power loss may leave of it. */
export async function losePower(
  script: StressOrder['script'],
  { program, states, seed, durable = true }: LossTrial,
): Promise<LossReport> {
  const folder = newStressFolder();
  const traceFolder = temporaryFolder();
  const output = join(traceFolder, 'trace');
  const { lines } = await runStress({ folder, script, durable }, program, traceOptions(output));
  const steps = [...beforeAll(folder), ...parseTrace(readFileSync(output, 'utf8'), folder)];
  rmSync(folder, { recursive: true, force: true });
  const random = createRandom(seed);
  const violations: string[] = lines.at(-1) === 'ended' ? [] : [`the script did not end: ${lines.at(-1)}`];
  let acknowledged = 0;
  for (let state = 0; state < states; state += 1) {
    const at = 6 + random(steps.length - 5);
    const to = join(traceFolder, `${state}`);
    writeLostState(steps, { at, from: folder, to, random });
    const said = steps.slice(0, at).flatMap((step) => (step.do === 'say' ? [step.line] : []));
    acknowledged += said.filter((line) => /^(?:acked|blob|changed) /.test(line)).length;
    for (const words of await checkStress(to, said)) violations.push(`${script} ${seed}/${state} at ${at}: ${words}`);
    rmSync(to, { recursive: true, force: true });
  }
  return { states, acknowledged, syncs: steps.filter((step) => step.do === 'sync').length, violations };
}

/** What was there, and on disk, before. */
function beforeAll(folder: string): readonly DiskStep[] {
  const work = join(folder, 'work');
  const old = join(work, 'old.txt');
  return [
    { do: 'make-folder', path: work },
    { do: 'sync', path: folder },
    { do: 'make', path: old },
    { do: 'write', path: old, at: 0, bytes: Buffer.from(oldText) },
    { do: 'sync', path: old },
    { do: 'sync', path: work },
  ];
}
