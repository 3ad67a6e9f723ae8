import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { verifies } from '../requirements.js';
import { seedsOf } from '../support/depth.js';
import { simulate } from './simulation/simulate.js';

const workspace = mkdtempSync(join(tmpdir(), 'toolwright-simulation-'));
afterAll(() => rmSync(workspace, { recursive: true, force: true }));

const seeds = seedsOf({ test: 300, deep: 2000 });

describe('a simulated program', () => {
  it('keeps its promises, whatever completes when and wherever it is killed', async () => {
    verifies('reliability.simulation.promises');
    const total = { steps: 0, kills: 0, events: 0 };
    const failed: string[] = [];
    for (const seed of seeds) {
      const { violations, steps, kills, events } = await simulate(seed, workspace);
      total.steps += steps;
      total.kills += kills;
      total.events += events;
      if (violations.length > 0) {
        failed.push(`SEED=${seed} npx vitest run test/reliability/simulation.test.ts\n  ${violations.join('\n  ')}`);
      }
    }
    console.log(
      `simulation: ${seeds.length} seeds, ${total.kills} kills, ${total.steps} steps, ${total.events} events, ${failed.length} seeds with violations`,
    );
    expect(failed.join('\n')).toBe('');
  }, 600_000);

  it('does the same for the same seed', async () => {
    verifies('reliability.simulation.same-seed');
    for (const seed of [1, 2, 3, 4, 5]) {
      const first = await simulate(seed, workspace);
      expect((await simulate(seed, workspace)).trace).toEqual(first.trace);
    }
  });
});
