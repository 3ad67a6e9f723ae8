import { expect, it } from 'vitest';
import { runHung } from './hung-run.js';
import { renderHung } from './judge-hung.js';

it('end in time, again and again', async () => {
  const report = await runHung({ rounds: 20, base: 5 });
  console.log(renderHung(report));
  expect(report.runs.filter(({ lateMs, survivors }) => lateMs > 3000 || survivors > 0)).toEqual([]);
}, 3_600_000);
