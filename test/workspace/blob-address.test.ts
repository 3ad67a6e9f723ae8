import { expect, it } from 'vitest';
import { isBlobAddress, parseBlobAddress, renderBlobAddress } from '../../src/workspace/blob-address.js';
import { verifies } from '../requirements.js';

it('reads and writes blob addresses', () => {
  verifies('design.rooms.blob-addresses');
  const hash = 'a1'.repeat(32);
  expect(parseBlobAddress(renderBlobAddress(hash))).toBe(hash);
  for (const bad of [
    '',
    'blob:',
    `blob:${hash}0`,
    `blob:${hash.toUpperCase()}`,
    `blob:../${hash}`,
    `x blob:${hash}`,
    `blob:${hash}\n`,
  ]) {
    expect(parseBlobAddress(bad)).toBeUndefined();
  }
  expect(isBlobAddress('blob:nonsense')).toBe(true);
  expect(isBlobAddress('./blob:x')).toBe(false);
});
