import { expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.js';
import type { JournalChange } from '../../src/change/journal.js';
import { tellObstacles } from '../../src/change/undo-obstacle.js';
import type { Obstacle } from '../../src/change/undo-plan.js';
import { createMemoryBlobs } from '../../src/store/memory-blobs.js';
import type { Version } from '../../src/tool/version.js';

const change = (tool: string) => ({ callId: 'call_1', tool, turn: 3 }) as JournalChange;
const version = (content: string): Version => ({
  kind: 'file',
  hash: sha256(content),
  bytes: content.length,
  mode: 0o644,
});
const blobs = createMemoryBlobs();
const nothingNow = { blobs, contentNow: () => undefined };

it.each<[Partial<Obstacle>, string]>([
  [
    { type: 'later-change', later: change('edit') },
    'p was changed again by call call_1 (edit) in turn 3: undo that first, or both together.',
  ],
  [
    { type: 'later-change', later: change('') },
    'p was changed again by call call_1 in turn 3: undo that first, or both together.',
  ],
  [{ type: 'occupied' }, 'p is a folder that now holds other things: move them away first.'],
  [{ type: 'lost' }, 'The content that was at p is not kept any more, or damaged: it cannot be put back.'],
  [
    { type: 'unreadable', why: 'EACCES' },
    'p cannot be looked at (EACCES): change its rights, or move away what is there.',
  ],
  [
    { type: 'never-kept', change: change('delete'), why: 'too much' },
    'What call call_1 (delete) in turn 3 did to p cannot be taken back: too much.',
  ],
])('says what stands in the way and what to do: %j', async (obstacle, message) => {
  const whole = { path: 'p', changeIds: [], ...obstacle } as Obstacle;
  expect(await tellObstacles([whole], nothingNow)).toEqual([{ path: 'p', type: whole.type, message }]);
});

it('shows what was there before, what the change left and what is there now', async () => {
  for (const content of ['one\n', 'two\n', 'three\n']) await blobs.write(content);
  const changed = (next?: JournalChange): Obstacle => ({
    type: 'changed',
    path: 'p',
    changeIds: [],
    before: version('one\n'),
    left: version('two\n'),
    found: version('three\n'),
    ...(next !== undefined && { next }),
  });
  const versions = {
    before: version('one\n'),
    left: version('two\n'),
    now: version('three\n'),
    change: '--- a/p\n+++ b/p\n@@ -1 +1 @@\n-one\n+two\n',
    since: '--- a/p\n+++ b/p\n@@ -1 +1 @@\n-two\n+three\n',
  };
  const sizes = 'before the change: 4 B; as the change left it: 4 B';
  const since = {
    path: 'p',
    type: 'changed',
    message: `p was changed since (${sizes}; now: 6 B): put back what the change left there, or leave this path out.`,
    versions,
  };
  const asked: string[] = [];
  const contentNow = (path: string, hash: string) => {
    asked.push(`${path} ${hash === sha256('three\n')}`);
    return Buffer.from('three\n');
  };
  expect(await tellObstacles([changed()], { blobs, contentNow })).toEqual([since]);
  expect(asked).toEqual(['p true']);
  expect(await tellObstacles([changed(change('edit'))], nothingNow)).toEqual([
    {
      path: 'p',
      type: 'changed',
      message: `p was changed by somebody else (${sizes}; then: 6 B) before call call_1 (edit) in turn 3 changed it again: undo that call alone.`,
      versions,
    },
  ]);
  const many = await tellObstacles(
    Array.from({ length: 51 }, () => changed(change('edit'))),
    nothingNow,
  );
  expect(many.slice(49).map(({ versions: shown }) => shown?.change === versions.change)).toEqual([true, false]);
});
