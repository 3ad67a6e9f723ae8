import { expect, it } from 'vitest';
import { createStagedWrites } from '../../src/change/staged-writes.js';
import type { StagedWrite } from '../../src/tool/port.js';

const change = (bytes: number) => ({ content: new Uint8Array(bytes), baseHash: undefined }) as unknown as StagedWrite;

it('holds a bounded number of bytes: the oldest make room', () => {
  const shelf = createStagedWrites({ now: () => 0, monotonic: () => 0 });
  const tokens = [100, 100, 100].map((megabytes) => shelf.keep(change(megabytes * 1024 * 1024)).token);
  expect(tokens.map((token) => shelf.find(token) !== undefined)).toEqual([false, true, true]);
  shelf.spend(tokens[1] ?? '');
  shelf.spend(tokens[1] ?? '');
  const more = shelf.keep(change(150 * 1024 * 1024)).token;
  expect([tokens[2] ?? '', more].map((token) => shelf.find(token) !== undefined)).toEqual([true, true]);
});
