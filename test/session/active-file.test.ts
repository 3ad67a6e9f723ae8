import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { verifies } from '../requirements.js';
import { newFolder, open, play, results } from './open.js';

const ask = { calls: [{ name: 'active_file', arguments: {} }] };

it('is what the host says it is', async () => {
  verifies('scopes.active.host');
  const workspace = newFolder();
  writeFileSync(join(workspace, 'note.md'), '');
  const session = await open([ask, { text: 'a' }, ask, { text: 'b' }, ask, { text: 'c' }], {
    workspace,
    builtins: true,
    activeFile: null,
    onQuestion: () => {
      throw new Error('nobody is asked');
    },
  });
  const told = async () => results((await play(session.send('which?'))).events)[0]?.data;
  expect(await told()).toBe('No file is open.');
  session.setActiveFile(join(workspace, 'note.md'));
  expect(await told()).toBe('note.md');
  session.setActiveFile('new/unsaved.md');
  expect(await told()).toBe('new/unsaved.md');
  expect(session.listTools().find(({ tool }) => tool.name === 'active_file')?.state).toBe('active');
});

it('is not offered where the host does not tell', async () => {
  verifies('scopes.active.host');
  const session = await open([{ text: 'a' }], { builtins: true });
  await play(session.send('hello'));
  expect(session.requests[0]?.toolNames).not.toContain('active_file');
  expect(() => session.setActiveFile('x')).toThrow('open the session with `activeFile`');
});
