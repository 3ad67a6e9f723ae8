import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { revertStored } from '../../../src/session/undo-changes.js';
import { verifies } from '../../requirements.js';
import { newFolder, play } from '../open.js';
import { delegate, openFamily, write } from './family.js';

it('takes back what subagents did with the turn, and makes it again', async () => {
  verifies('subagents.changes.undo');
  const workspace = newFolder();
  writeFileSync(join(workspace, 'a.txt'), 'before\n');
  const { session, store } = await openFamily(
    {
      'do it': [write('own.txt', 'own\n'), delegate('first half'), delegate('second half'), { text: 'done' }],
      'first half': [write('a.txt', 'half\n'), delegate('deeper'), { text: 'ok' }],
      deeper: [write('deep.txt', 'deep\n'), { text: 'ok' }],
      'second half': [write('a.txt', 'whole\n'), { text: 'ok' }],
    },
    { workspace },
  );
  await play(session.send('do it'));
  expect(await session.changes()).toMatchObject([
    { tool: 'write_file', turn: 1, paths: [{ path: 'own.txt' }] },
    { tool: 'general-purpose: write_file', turn: 1, paths: [{ path: 'a.txt' }] },
    { tool: 'general-purpose: general-purpose: write_file', turn: 1, paths: [{ path: 'deep.txt' }] },
    { tool: 'general-purpose: write_file', turn: 1, paths: [{ path: 'a.txt' }] },
  ]);
  expect(await session.undo()).toMatchObject({ type: 'done' });
  expect(readdirSync(workspace)).toEqual(['a.txt']);
  expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('before\n');
  expect((await session.changes()).map(({ undone }) => undone)).toEqual([true, true, true, true]);
  expect(await session.undo()).toMatchObject({ type: 'nothing' });
  expect(await session.redo()).toMatchObject({ type: 'done' });
  expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('whole\n');
  await session.close();
  const origin = { who: 'ada', from: 'terminal' };
  expect(await revertStored({ kind: 'undo' }, { store, session: session.id, fsync: 'off', origin })).toMatchObject({
    type: 'done',
  });
  expect(readdirSync(workspace)).toEqual(['a.txt']);
});

it('takes back what one call delegated', async () => {
  verifies('subagents.changes.undo');
  const { session, workspace } = await openFamily({
    'do it': [write('own.txt', 'own\n'), delegate('write it'), { text: 'done' }],
    'write it': [write('a.txt', 'a\n'), write('b.txt', 'b\n'), { text: 'ok' }],
  });
  await play(session.send('do it'));
  expect(await session.undo({ what: { by: 'call' } })).toMatchObject({ type: 'done' });
  expect(readdirSync(workspace)).toEqual(['own.txt']);
});
