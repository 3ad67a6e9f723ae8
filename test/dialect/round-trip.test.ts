import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/json.js';
import { allDialects } from '../../src/dialect/all-dialects.js';
import { auto } from '../../src/dialect/auto.js';
import type { ParserTool } from '../../src/dialect/dialect.js';
import { sameJson } from '../../src/dialect/value/same-json.js';
import { verifies } from '../requirements.js';
import { cutAt, readMessage } from './read-message.js';

const only = process.env['DIALECT']?.split(',');
const dialects = allDialects.filter(({ name }) => only === undefined || only.includes(name));

const marks = dialects.flatMap(({ grammar: { openers, thoughts = [], dropped = [], results = [] } }) => [
  ...openers.map(({ text }) => (typeof text === 'string' ? text : '')),
  ...thoughts.flatMap(({ open = '', close }) => [open, close]),
  ...dropped,
  ...results,
]);
const word = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 24 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'true',
      'null',
      '12',
      '007',
      '1e5',
      ' x ',
      '\n',
      'a\nb\n',
      '"q"',
      "it's",
      '</',
      '&lt;',
      '{"a":1}',
      '[1]',
      '\\n',
      '```',
      '- a: b',
      ...marks,
    ),
  },
);
const key = fc.stringMatching(/^[a-z_][a-z0-9_]{0,11}$/);
const value: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    word,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(key, word), tie('value'), { maxKeys: 3 }),
  ),
})).value;
const usableKey = fc
  .oneof({ weight: 6, arbitrary: key }, word)
  .filter((text) => !['__proto__', 'constructor'].includes(text));
const call = fc.record({
  name: fc.stringMatching(/^[a-z][a-z0-9_]{0,15}$/),
  arguments: fc.dictionary(usableKey, value, { maxKeys: 4 }),
});

for (const dialect of dialects) {
  describe(dialect.name, () => {
    it('reads back what it writes, or refuses to write it', { timeout: 60_000 }, () => {
      verifies('dialects.proof.round-trip', 'design.dialect.round-trip', 'design.dialect.render-refuses');
      let written = 0;
      fc.assert(
        fc.property(
          fc.array(call, { minLength: 1, maxLength: 3 }),
          fc.array(fc.nat(), { maxLength: 6 }),
          (calls, places) => {
            const tools = toolsOf(calls);
            const given = calls.map(({ name, arguments: args }) => ({ name, arguments: JSON.stringify(args) }));
            const text = dialect.renderCalls(given, { tools });
            if (typeof text !== 'string') return;
            written += 1;
            const read = readMessage(dialect, cutAt(text, places), { tools }).calls;
            expect(read.length).toBe(given.length);
            for (const [at, { name, arguments: args }] of given.entries()) {
              expect(read[at]?.name).toBe(name);
              expect(sameJson(read[at]?.arguments ?? '', args), `${read[at]?.arguments} is not ${args}`).toBe(true);
            }
          },
        ),
        { numRuns: 150 },
      );
      expect(written, 'most of it can be written').toBeGreaterThan(20);
    });

    it('writes what auto knows as the same calls', { timeout: 60_000 }, () => {
      verifies('dialects.proof.cross');
      const plain = fc.record({
        name: fc.stringMatching(/^[a-z][a-z0-9_]{2,15}$/),
        arguments: fc.dictionary(
          key,
          fc.oneof(fc.stringMatching(/^[A-Za-z][\w ,.-]{0,20}[a-z]$/), fc.integer(), fc.boolean()),
          { minKeys: 1, maxKeys: 3 },
        ),
      });
      fc.assert(
        fc.property(plain, (one) => {
          const tools = toolsOf([one]);
          const given = [{ name: one.name, arguments: JSON.stringify(one.arguments) }];
          const text = dialect.renderCalls(given, { tools });
          if (typeof text !== 'string') return;
          const read = readMessage(auto, [text], { tools });
          expect(read.calls.length, text).toBe(1);
          expect(read.calls[0]?.name).toBe(one.name);
          expect(sameJson(read.calls[0]?.arguments ?? '', JSON.stringify(one.arguments)), text).toBe(true);
        }),
        { numRuns: 60 },
      );
    });

    it('never throws, and reads alike however it is cut, whatever the text', { timeout: 60_000 }, () => {
      verifies('dialects.proof.arbitrary', 'dialects.proof.chunks');
      const own = [dialect.sample, ...cutAt(dialect.sample, [3, 9, 17, 26, 40])];
      const part = fc.oneof(
        fc.constantFrom(...own, ...marks, '{', '}', '"', '\n', '```', '(', ')', '[', ']', ':', '='),
        fc.string({ unit: 'binary', maxLength: 12 }),
      );
      const tools = [{ name: 'read', parameters: { type: 'object', properties: { path: { type: 'string' } } } }];
      fc.assert(
        fc.property(fc.array(part, { maxLength: 8 }), fc.array(fc.nat(), { maxLength: 8 }), (parts, places) => {
          const text = parts.join('');
          const whole = readMessage(dialect, [text], { tools });
          expect(readMessage(dialect, cutAt(text, places), { tools })).toEqual(whole);
          expect(readMessage(dialect, text.split(''), { tools })).toEqual(whole);
        }),
        { numRuns: 200 },
      );
    });
  });
}

/** Tools whose schemas say of each argument what it is. */
function toolsOf(
  calls: readonly { readonly name: string; readonly arguments: { readonly [key: string]: Json } }[],
): readonly ParserTool[] {
  const byName = new Map<string, Map<string, Set<string>>>();
  for (const { name, arguments: args } of calls) {
    const types = byName.get(name) ?? new Map<string, Set<string>>();
    byName.set(name, types);
    for (const [key, one] of Object.entries(args)) types.set(key, (types.get(key) ?? new Set()).add(typeOf(one)));
  }
  return [...byName].map(([name, types]) => ({
    name,
    parameters: {
      type: 'object',
      properties: Object.fromEntries([...types].map(([key, set]) => [key, { type: [...set] }])),
    },
  }));
}

function typeOf(one: Json): string {
  if (one === null) return 'null';
  return Array.isArray(one) ? 'array' : typeof one;
}
