import { join } from 'node:path';
import { expect, it } from 'vitest';
import { backwardWrite } from '../../src/change/backward-write.js';
import { absent, type PathChange } from '../../src/tool/version.js';
import { createChangeScene, fileVersion, treeOf, versionAt } from './change-scene.js';

it('puts back what was there before, or says that it is not kept', async () => {
  const { root, blobs, write, apply } = createChangeScene();
  const before = treeOf(root);
  const end = await apply([
    write('dir/a.txt', 'new'),
    write('new', 'new'),
    write('link', { kind: 'link', target: 'x' }),
  ]);
  const changes = end.type === 'applied' ? end.paths : [];
  expect(changes).toHaveLength(3);
  const context = { root, blobs };
  const lost: PathChange = {
    path: 'dir/a.txt',
    before: fileVersion(Buffer.from('never kept')),
    after: versionAt(join(root, 'dir/a.txt')),
  };
  const content = backwardWrite(lost, context).content?.();
  await expect(content).rejects.toMatchObject({ code: 'ENOENT', message: 'what was there before is not kept' });
  expect(await apply([backwardWrite(lost, context)])).toMatchObject({ failure: { errorType: 'not_found' } });
  expect(changes.map((change) => 'content' in backwardWrite(change, context))).toEqual([true, false, false]);
  const outside = { path: join(root, 'new'), before: absent, after: absent };
  expect(backwardWrite(outside, context)).toEqual({ ...outside, at: outside.path });
  expect(await apply(changes.map((change) => backwardWrite(change, context)))).toMatchObject({ type: 'applied' });
  expect(treeOf(root)).toEqual(before);
});
