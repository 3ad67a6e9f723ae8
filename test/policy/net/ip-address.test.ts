import { isIP } from 'node:net';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseIp } from '../../../src/policy/net/ip-address.js';

it.each([
  ['127.0.0.1', [127, 0, 0, 1]],
  ['255.255.255.255', [255, 255, 255, 255]],
  ['::', Array(16).fill(0)],
  ['::1', [...Array(15).fill(0), 1]],
  ['1::', [0, 1, ...Array(14).fill(0)]],
  ['1:2:3:4:5:6:7:8', [0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8]],
  ['1:2:3:4:5:6:7::', [0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 0]],
  ['::ffff:10.0.0.1', [...Array(10).fill(0), 255, 255, 10, 0, 0, 1]],
  ['FE80::ABCD%eth0', [0xfe, 0x80, ...Array(12).fill(0), 0xab, 0xcd]],
])('%s is read', (text, bytes) => {
  expect(parseIp(text)).toEqual(bytes);
});

it('takes for an address what the system takes for one', () => {
  const piece = fc.oneof(
    fc.constantFrom(':', '::', '.', '%', '%eth0', '1.2.3.4', '127.0.0.1', '256', '01', 'ffff', '12345', ' ', 'g', ''),
    fc.integer({ min: 0, max: 300 }).map(String),
    fc.integer({ min: 0, max: 0x1ffff }).map((value) => value.toString(16)),
  );
  const joined = fc.array(piece, { maxLength: 10 });
  const texts = fc.oneof(
    joined.map((parts) => parts.join('')),
    joined.map((parts) => parts.join(':')),
    joined.map((parts) => parts.join('.')),
    fc.ipV4(),
    fc.ipV6(),
  );
  fc.assert(
    fc.property(texts, (text) => {
      expect(parseIp(text)?.length ?? 0).toBe([0, 0, 0, 0, 4, 0, 16][isIP(text)]);
    }),
    { numRuns: 3000 },
  );
});
