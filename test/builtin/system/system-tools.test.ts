import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { getCurrentTime } from '../../../src/builtin/system/get-current-time.js';
import { getWorkingDirectory } from '../../../src/builtin/system/get-working-directory.js';
import { verifies } from '../../requirements.js';
import { callOk, callTool, createBench } from '../tool-harness.js';

it('get_current_time gives UTC and local time', async () => {
  verifies('core.tools.current-time', 'local-harness.tool.get-current-time');
  const { ctx } = createBench({ clock: { now: () => Date.UTC(2026, 0, 2, 3, 4, 5, 678), monotonic: () => 0 } });
  const { value, facts } = await callOk(getCurrentTime, {}, ctx);
  expect(value.utc).toBe('2026-01-02T03:04:05.678Z');
  expect(value.local).toMatch(/^2026-01-0[123]T\d\d:\d\d:05[+-]\d\d:\d\d$/);
  expect(new Date(value.local).getTime()).toBe(Date.UTC(2026, 0, 2, 3, 4, 5));
  expect(facts).toEqual([]);
});

it('get_working_directory gives the workspace, while it is there', async () => {
  verifies(
    'core.tools.working-directory',
    'local-harness.tool.get-working-directory',
    'core.bad-input.workspace-deleted',
  );
  const { ctx, root } = createBench();
  expect((await callOk(getWorkingDirectory, {}, ctx)).shown).toBe(root);
  rmSync(root, { recursive: true });
  expect((await callTool(getWorkingDirectory, {}, ctx)).failure?.message).toContain('is gone');
});
