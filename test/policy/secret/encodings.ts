import fc from 'fast-check';

/** A value in one of the encodings that we claim, as it stands in a text. */
export interface Encoded {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Every encoding that is claimed in `src/policy/secret/spelling.ts`, with all its freedoms. */
export function anyEncoding(value: string): fc.Arbitrary<Encoded> {
  const plain = Buffer.from(value);
  const named = (name: string, made: fc.Arbitrary<string | Buffer>): fc.Arbitrary<Encoded> =>
    made.map((text) => ({ name, bytes: Buffer.from(text as string) }));
  const just = (name: string, text: string | Buffer) => named(name, fc.constant(text));
  return fc.oneof(
    just('plain', value),
    just('encodeURIComponent', encodeURIComponent(value)),
    just('form', new URLSearchParams({ v: value }).toString().slice(2)),
    named('percent', someOf(plain, percent, isPlainInUrl)),
    just('JSON', JSON.stringify(value).slice(1, -1)),
    named('JSON with \\u', unicodeEscaped(value)),
    named(
      'C with \\x',
      someOf(plain, (byte) => [`\\x${hex(byte)}`, `\\${byte.toString(8).padStart(3, '0')}`], isPlainInC),
    ),
    named('base64', base64(plain)),
    named(
      'hex',
      fc.boolean().chain((upper) => wrapped(upper ? plain.toString('hex').toUpperCase() : plain.toString('hex'))),
    ),
    just('reversed', [...value].reverse().join('')),
    just('UTF-16LE', Buffer.from(value, 'utf16le')),
    just('UTF-16BE', Buffer.from(value, 'utf16le').swap16()),
  );
}

const hex = (byte: number): string => byte.toString(16).padStart(2, '0');
const percent = (byte: number): readonly string[] => [`%${hex(byte)}`, `%${hex(byte).toUpperCase()}`];
const isPlainInUrl = (byte: number): boolean => byte !== 0x25;
const isPlainInC = (byte: number): boolean => byte !== 0x5c && byte >= 0x20;

/** Each byte as it is or escaped, as chance will have it; what is not plain always escaped. */
function someOf(
  bytes: Buffer,
  waysOf: (byte: number) => readonly string[],
  isPlain: (byte: number) => boolean,
): fc.Arbitrary<Buffer> {
  return fc.array(fc.nat(3), { minLength: bytes.length, maxLength: bytes.length }).map((choices) =>
    Buffer.concat(
      [...bytes].map((byte, at) => {
        const ways = waysOf(byte);
        const choice = choices[at] ?? 0;
        if (choice >= 2 && isPlain(byte)) return Buffer.from([byte]);
        return Buffer.from(ways[choice % ways.length] ?? '');
      }),
    ),
  );
}

function unicodeEscaped(value: string): fc.Arbitrary<string> {
  const units = Array.from({ length: value.length }, (_, at) => value.charCodeAt(at));
  return fc.array(fc.boolean(), { minLength: units.length, maxLength: units.length }).map((choices) =>
    units
      .map((unit, at) => {
        const surrogate = unit >= 0xd800 && unit <= 0xdfff;
        if (choices[at] === true || surrogate) return `\\u${unit.toString(16).padStart(4, '0')}`;
        return JSON.stringify(String.fromCharCode(unit)).slice(1, -1);
      })
      .join(''),
  );
}

/** Within a longer text, at any place of its groups of three. */
function base64(plain: Buffer): fc.Arbitrary<string> {
  const around = fc.uint8Array({ maxLength: 5 });
  return fc.tuple(around, around, fc.boolean()).chain(([before, after, url]) => {
    const whole = Buffer.concat([before, plain, after]);
    return wrapped(whole.toString(url ? 'base64url' : 'base64'));
  });
}

/** In one line, or broken into lines of one length. */
function wrapped(text: string): fc.Arbitrary<string> {
  const breaks = fc.constantFrom('\n', '\r\n', '\n    ', '\n\t', '\\n', '\\r\\n');
  return fc
    .option(fc.tuple(fc.integer({ min: 8, max: 76 }), breaks))
    .map((way) => (way === null ? text : (text.match(new RegExp(`.{1,${way[0]}}`, 'g')) ?? []).join(way[1])));
}

/** Values as people and makers of keys choose them. */
export const anySecret: fc.Arbitrary<string> = fc
  .oneof(
    fc.string({ unit: fc.constantFrom(...'ABCDEFGHIJKLMabcdefghijklm0123456789+/_-'), minLength: 8, maxLength: 60 }),
    fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 16, maxLength: 64 }),
    fc.string({ unit: 'grapheme-ascii', minLength: 8, maxLength: 30 }),
    fc.string({ unit: fc.constantFrom(...'%25\\"n41x/+ é€😀'), minLength: 8, maxLength: 20 }),
  )
  .map((value) => value.trim())
  .filter((value) => value.length >= 8 && new Set(value).size >= 5 && !value.includes('masked:'));
