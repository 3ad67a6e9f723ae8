import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { bodies, newFolder, play } from '../../session/open.js';
import { called, done, openY, runY } from './open-y.js';

/** What `docs/profiles.md` says of y-agent, axis by axis, beyond what `test/profile/conflicts` shows of all systems. */

it("6: has the provider's ids of native calls, and its own of calls in text", async () => {
  verifies('y-agent.parse.ids', 'conflicts.calls.call-id');
  const name = 'ToolSearch';
  const native = { calls: [{ name, arguments: { tool: 'Grep' }, id: 'toolu_7' }] };
  const text = { text: `<tool_call>{"name": "${name}", "arguments": {"tool": "Grep"}}</tool_call>` };
  const { session } = await openY([native, text, done]);
  const { events } = await play(session.send('go'));
  expect(bodies(events, 'call-admitted').map(({ callId }) => callId)).toEqual([
    'toolu_7',
    expect.stringMatching(/^call_[0-9a-f]{24}$/),
  ]);
});

it('22: takes absolute paths, and asks about what lies outside', async () => {
  verifies('conflicts.files.paths');
  const [workspace, outside] = [newFolder(), newFolder()];
  for (const folder of [workspace, outside]) writeFileSync(join(folder, 'a.txt'), 'a');
  const { told, questions } = await runY(
    [join(workspace, 'a.txt'), join(outside, 'a.txt'), '../a.txt'].map((path) => called('FileRead', { path })),
    { workspace, onQuestion: undefined as never, onAsk: 'deny' },
  );
  expect(told.map(({ code }) => code)).toEqual([undefined, 'permission_denied', 'permission_denied']);
  expect(questions).toEqual([]);
});

it('23: counts lines from 0 in FileRead, and from 1 elsewhere', async () => {
  verifies('conflicts.files.line-base');
  const workspace = newFolder();
  mkdirSync(join(workspace, 'src'));
  writeFileSync(join(workspace, 'src', 'a.ts'), 'one\nexport const two = 2;\ntwo\n');
  const { told } = await runY(
    [
      called('FileRead', { path: 'src/a.ts', line_offset: 1, limit: 1, include_line_numbers: true }),
      called('Grep', { pattern: 'export', output_mode: 'content' }),
      called('CodeSearch', { query: 'two', kind: 'definition' }),
      called('FileEdit', { file_path: 'src/a.ts', old_string: 'two', new_string: '2' }),
    ],
    { workspace },
  );
  expect(told[0]?.content).toMatchObject({ content: '1: export const two = 2;' });
  expect(told[1]?.content).toMatchObject({ lines: ['src/a.ts:2: export const two = 2;'] });
  expect(told[2]?.content).toMatchObject({ definitions: [{ line: 2 }] });
  expect(told[3]?.error).toContain('at lines 2, 3');
});
