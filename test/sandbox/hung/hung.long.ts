import { expect, it } from 'vitest';
import { share } from '../../support/share.js';
import { hungKinds } from './hung-kinds.js';
import { runHung } from './hung-run.js';
import { renderHung } from './judge-hung.js';

it('end in time, again and again', async () => {
  const report = await runHung({ rounds: share(50), kinds: hungKinds, base: 5 });
  console.log(renderHung(report));
  expect(report.runs.filter(({ lateMs, survivors }) => lateMs > 3000 || survivors > 0)).toEqual([]);
});
