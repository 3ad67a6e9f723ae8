import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.js';
import { createChanges } from '../../src/change/changes.js';
import { createMemoryBlobs } from '../../src/store/memory-blobs.js';
import { isFailure } from '../../src/tool/outcome.js';
import { createWorkspace } from '../../src/workspace/workspace.js';
import { temporaryFolder } from '../builtin/tool-harness.js';
import { verifies } from '../requirements.js';

/** Swaps the folder for a link and back, and the file within for a link and back, as fast as it can. */
const swapper = `
  const fs = require('node:fs');
  const [root, outside] = process.argv.slice(1);
  const quietly = (action) => { try { action(); } catch {} };
  for (;;) {
    quietly(() => fs.renameSync(root + '/dir', root + '/kept'));
    quietly(() => fs.symlinkSync(outside, root + '/dir'));
    quietly(() => fs.unlinkSync(root + '/dir'));
    quietly(() => fs.renameSync(root + '/kept', root + '/dir'));
    quietly(() => fs.renameSync(root + '/dir/a.txt', root + '/dir/b.txt'));
    quietly(() => fs.symlinkSync(outside + '/a.txt', root + '/dir/a.txt'));
    quietly(() => fs.unlinkSync(root + '/dir/a.txt'));
    quietly(() => fs.renameSync(root + '/dir/b.txt', root + '/dir/a.txt'));
  }`;

it('never reads or writes outside while folders and files are swapped for links', async () => {
  verifies('core.workspace.race');
  const base = temporaryFolder();
  const root = join(base, 'ws');
  const outside = join(base, 'out');
  mkdirSync(join(root, 'dir'), { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(root, 'dir/a.txt'), 'inside');
  writeFileSync(join(outside, 'a.txt'), 'SECRET');
  const workspace = createWorkspace({ root });
  const blobs = createMemoryBlobs();
  const changes = createChanges({ workspace, blobs, clock: systemClock, record: () => {} }).forCall('call_1');
  const child = spawn(process.execPath, ['-e', swapper, root, outside], { stdio: 'ignore' });
  const seen = { read: 0, written: 0, stale: 0, other: 0 };
  const count = (result: object): void => {
    if (!isFailure(result)) seen.written += 1;
    else if (result.errorType === 'stale') seen.stale += 1;
    else seen.other += 1;
  };
  try {
    for (const until = performance.now() + 2000; performance.now() < until; ) {
      const place = workspace.resolve('dir/a.txt');
      // Where it leads outside, policy is told so.
      if (isFailure(place) || !place.inside || place.kind !== 'file') continue;
      const content = await workspace.read(place);
      if (isFailure(content)) {
        count(content);
        continue;
      }
      expect(Buffer.from(content).toString()).toMatch(/^inside/);
      seen.read += 1;
      const change = changes.stage({
        place,
        operation: 'write',
        base: content,
        content: Buffer.from(`inside ${seen.read}`),
      });
      count(await changes.apply(change));
    }
  } finally {
    child.kill('SIGKILL');
  }
  expect(readFileSync(join(outside, 'a.txt'), 'utf8')).toBe('SECRET');
  expect(seen.read).toBeGreaterThan(0);
});
