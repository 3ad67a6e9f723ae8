import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { share } from '../support/share.js';
import { simulate } from './simulation/simulate.js';

const first = 1_000_000;
const count = share(500_000);

it('a simulated program keeps its promises for half a million seeds', async () => {
  const workspace = mkdtempSync(join(tmpdir(), 'toolwright-simulation-'));
  let kills = 0;
  for (let seed = first; seed < first + count; seed += 1) {
    const { violations, kills: more } = await simulate(seed, workspace);
    kills += more;
    expect(violations, `SEED=${seed} npx vitest run test/reliability/simulation.test.ts`).toEqual([]);
    if (seed % 1000 === 0) console.log(`simulation: ${seed - first} seeds, ${kills} kills`);
  }
  rmSync(workspace, { recursive: true, force: true });
});
