import { expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { runHere } from '../../support/run-here.js';
import { createScene } from '../../support/scene.js';
import { acts, fence, tool } from './scene.js';

const twice = acts(tool('list_dir', {}, 't1'), tool('list_dir', {}, 't1'));

it.each([
  { face: 'run', id: 'yips.failure.duplicate-ids', message: twice, says: 'The id "t1" stands twice' },
  { face: 'chat', id: 'yips.failure.duplicate-ids', message: twice, says: 'The id "t1" stands twice' },
  { face: 'run', id: 'yips.failure.malformed', message: fence('{"actions": ['), says: 'envelope JSON is invalid' },
  { face: 'chat', id: 'yips.failure.malformed', message: fence('{"actions": ['), says: 'envelope JSON is invalid' },
] as const)('$id is told to the person, in the $face and without being asked for details', async (row) => {
  verifies(row.id);
  const { folder: cwd, flags } = await createScene([{ text: row.message }, { text: 'Done.' }]);
  const args = [...flags, '--profile', 'yips'];
  const end =
    row.face === 'chat' ? await runHere(args, { cwd, input: 'go\n' }) : await runHere(['run', ...args, 'go'], { cwd });
  expect(end.code).toBe(0);
  expect(`${end.stdout}${end.stderr}`).toContain(row.says);
});
