import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { noMount } from '../support.js';
import type { FullDiskReport } from './full-disk-child.js';
import { buildStressChild, newStressFolder, runStress } from './run-stress.js';

let built: Awaited<ReturnType<typeof buildStressChild>>;
beforeAll(async () => {
  built = await buildStressChild('full-disk-child');
});
afterAll(() => built.remove());

const places = ['log', 'blobs', 'work'] as const;
const sizes = ['1m', '4m', '16m'] as const;

describe.skipIf(noMount !== undefined)('a disk that gets full while a turn runs', () => {
  it.each(places.flatMap((full) => sizes.map((size) => [full, size] as const)))(
    'costs nothing that was acknowledged, and the turn goes on when there is room: %s, %s',
    async (full, size) => {
      verifies('durability.full.disks', 'durability.wait.full', 'core.bad-input.store-full');
      const folder = newStressFolder();
      rmSync(`${folder}/work`, { recursive: true });
      // In a mount namespace of its own: nothing of it is seen outside, and it goes with the process.
      const mount = `mkdir -p "$0" && mount -t tmpfs -o size=${size} tmpfs "$0" && exec "$@"`;
      const prefix = ['unshare', '-m', 'sh', '-c', mount, `${folder}/${full}`];
      const { lines, stderr } = await runStress({ folder, full }, built.program, prefix);
      rmSync(folder, { recursive: true, force: true });
      expect(stderr).toBe('');
      const report = JSON.parse(lines.at(-1) ?? '{}') as FullDiskReport;
      console.log(`full disk of ${size} under ${full}: ${JSON.stringify(report)}`);
      expect(report).toMatchObject({ end: 'answered', lost: 0, torn: [], verified: true });
      expect(report.okCalls + report.failedCalls).toBe(12);
      if (full === 'log') expect(report).toMatchObject({ failedCalls: 0, waited: expect.any(Number) });
      expect(full === 'log' ? report.waited : report.failedCalls).toBeGreaterThan(0);
    },
  );
});
