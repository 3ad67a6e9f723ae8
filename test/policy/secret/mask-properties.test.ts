import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMask } from '../../../src/policy/secret/create-mask.js';
import type { Mask } from '../../../src/policy/secret/mask.js';
import { verifies } from '../../requirements.js';
import { anyEncoding, anySecret } from './encodings.js';

const anyText = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...' \n%\\u00aA=:"\'/'), maxLength: 20 }),
);
const anyCuts = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 8 });

const anyCase = fc.uniqueArray(anySecret, { minLength: 1, maxLength: 4 }).chain((secrets) =>
  fc
    .record({
      secret: fc.constantFrom(...secrets),
      before: anyText,
      after: anyText,
      cuts: anyCuts,
    })
    .chain((drawn) => anyEncoding(drawn.secret).map((encoded) => ({ ...drawn, secrets, encoded }))),
);

it('lets no known value out, in no encoding that is claimed, wherever it is cut', () => {
  verifies('secret.mask.encodings', 'secret.mask.split', 'secret.mask.idempotent');
  fc.assert(
    fc.property(anyCase, ({ secrets, secret, before, after, cuts, encoded }) => {
      const mask = createMask({ secrets: secrets.map((value, at) => ({ name: `NAME_${at}`, value })) });
      const bytes = Buffer.concat([Buffer.from(before), encoded.bytes, Buffer.from(after)]);
      const { out, count } = streamed(mask, bytes, cuts);
      expect(count).toBeGreaterThan(0);
      expect(out.includes(secret)).toBe(false);
      expectNoPiece(out, encoded.bytes, Math.ceil((8 * encoded.bytes.length) / Buffer.from(secret).length) + 1);
      expect(streamed(mask, bytes, []).out.equals(out)).toBe(true);
      expect(streamed(mask, out, cuts).out.equals(out)).toBe(true);
      const text = bytes.toString();
      if (Buffer.from(text).equals(bytes)) {
        expect(mask.text(text)).toEqual({ text: out.toString(), count });
        expect(mask.find(text)).toMatch(/^NAME_/);
      }
    }),
    { numRuns },
  );
});

it('leaves everything else as it is, byte for byte', () => {
  verifies('secret.mask.unchanged');
  const anyBytes = fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.string({ unit: 'binary', maxLength: 200 }));
  fc.assert(
    fc.property(fc.uniqueArray(anySecret, { maxLength: 4 }), anyBytes, anyCuts, (secrets, content, cuts) => {
      const mask = createMask({ secrets: secrets.map((value) => ({ name: 'NAME', value })) });
      const bytes = Buffer.from(content as string);
      const { out, count } = streamed(mask, bytes, cuts);
      fc.pre(count === 0);
      expect(out.equals(bytes)).toBe(true);
      if (typeof content === 'string') expect(mask.text(content)).toEqual({ text: content, count: 0 });
    }),
    { numRuns },
  );
});

/** More with `MASK_RUNS=100000`, when the engine was changed. */
const numRuns = Number(process.env['MASK_RUNS'] ?? 500);

function streamed(
  mask: Mask,
  bytes: Buffer,
  cuts: readonly number[],
): { readonly out: Buffer; readonly count: number } {
  const stream = mask.stream();
  const places = [...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
  const parts = places.map((place, at) => stream.push(bytes.subarray(places[at - 1] ?? 0, place)));
  const out = Buffer.concat([...parts, stream.end()]);
  return { out, count: stream.count };
}

/** That no so many bytes in a row are left of what was masked. */
function expectNoPiece(out: Buffer, encoded: Buffer, length: number): void {
  for (let at = 0; at + length <= encoded.length; at += 1)
    expect(out.includes(encoded.subarray(at, at + length)), `a piece is left at ${at}`).toBe(false);
}
