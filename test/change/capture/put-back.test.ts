import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { putBackChanges } from '../../../src/change/capture/put-back.js';
import type { PathWrite } from '../../../src/change/path-write.js';
import { absent, type PathChange } from '../../../src/tool/version.js';
import { createChangeScene, fileVersion, treeOf, versionAt } from '../change-scene.js';

async function setUp(more: (root: string) => PathWrite[] = () => []) {
  const scene = createChangeScene();
  const { root, blobs, walk, write, apply } = scene;
  for (const name of ['a', 'b', 'c']) writeFileSync(join(root, name), `old ${name}`);
  const before = treeOf(root);
  const writes = [write('a', 'new'), write('b', absent), write('c', { kind: 'link', target: 'x' }), ...more(root)];
  const end = await apply(writes);
  if (end.type === 'refused') throw new Error(end.failure.message);
  const putBack = (changes: readonly PathChange[] = end.paths) =>
    putBackChanges(changes, { root, mode: walk, blobs, batch: 'back' });
  return { ...scene, before, changes: end.paths, putBack };
}

it('puts everything back together', async () => {
  const { root, before, putBack } = await setUp();
  expect(await putBack()).toEqual({ done: new Set(['a', 'b', 'c']), left: [] });
  expect(treeOf(root)).toEqual(before);
  expect(await putBack([])).toEqual({ done: new Set(), left: [] });
});

it('leaves what others changed, and counts as done what is as it was', async () => {
  const { root, before, putBack } = await setUp();
  writeFileSync(join(root, 'a'), 'theirs');
  rmSync(join(root, 'c'));
  writeFileSync(join(root, 'c'), 'old c');
  const why = 'it was changed by somebody else meanwhile';
  expect(await putBack()).toEqual({ done: new Set(['c', 'b']), left: [{ path: 'a', why }] });
  expect(treeOf(root)).toEqual(before.map((line) => (line.startsWith('a ') ? 'a 644 "theirs"' : line)));
});

it('goes one by one where that does not work: what goes from the inside out, what comes from the outside in', async () => {
  const folder = { kind: 'folder', mode: 0o755 } as const;
  const { root, before, changes, putBack, write, apply } = await setUp();
  mkdirSync(join(root, 'gone/sub'), { recursive: true });
  writeFileSync(join(root, 'gone/sub/x'), 'x');
  const removed = ['gone', 'gone/sub', 'gone/sub/x'].map((path) => write(path, absent));
  const made = ['made', 'made/sub'].map((path) => write(path, folder));
  const end = await apply([...removed, ...made, { ...write('made/sub/x', 'x'), before: absent }]);
  const lost: PathChange = {
    path: 'lost',
    before: fileVersion(Buffer.from('never kept')),
    after: absent,
  };
  const { done, left } = await putBack([...changes, lost, ...(end.type === 'applied' ? end.paths : [])]);
  expect(left).toEqual([{ path: 'lost', why: expect.stringContaining('lost does not exist') }]);
  expect([...done].sort()).toEqual(
    ['a', 'b', 'c', 'gone', 'gone/sub', 'gone/sub/x', 'made', 'made/sub', 'made/sub/x'].sort(),
  );
  expect(treeOf(root)).toEqual([...before, 'gone/ 755', 'gone/sub/ 755', 'gone/sub/x 644 "x"'].sort());
});

it('touches nothing that cannot be looked at', async () => {
  const { root, changes, putBack } = await setUp();
  rmSync(join(root, 'c'));
  mkdirSync(join(root, 'c'));
  symlinkSync('loop', join(root, 'loop'));
  const beneath: PathChange = { path: 'loop/x', before: absent, after: versionAt(join(root, 'a')) };
  const { done, left } = await putBack([...changes, beneath]);
  expect([...done]).toEqual(['a', 'b']);
  expect(left.map(({ path }) => path)).toEqual(['loop/x', 'c']);
  expect(treeOf(root)).toContain('c/ 755');
});
