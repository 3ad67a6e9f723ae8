import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { builtChild } from '../../support/built-child.js';
import { shareOf } from '../../support/depth.js';
import { needs } from '../../support/needs.js';
import { hungKinds } from './hung-kinds.js';
import type { HungReport } from './hung-run.js';
import { judgeHung, renderHung } from './judge-hung.js';

describe.skipIf(needs('bwrap'))('hung children', () => {
  it('end in time, all of them, and cost little memory', async () => {
    verifies('background.hung.ended', 'background.hung.memory', 'background.stop.all');
    const kinds = shareOf(hungKinds, 2).map(({ name }) => name);
    const child = await builtChild(new URL('hung-child.ts', import.meta.url));
    const ran = spawnSync(process.execPath, ['--expose-gc', child, '1', ...kinds], {
      encoding: 'utf8',
      timeout: 180_000,
    });
    expect(ran.stderr).toBe('');
    const report = JSON.parse(ran.stdout) as HungReport;
    console.log(renderHung(report));
    expect(report.runs).toHaveLength(kinds.length * 4);
    expect(judgeHung(report)).toEqual([]);
  }, 200_000);
});
