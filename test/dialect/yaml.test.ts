import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { parseTrusted } from '../../src/base/trusted-json.js';
import { readYaml } from '../../src/dialect/value/yaml.js';
import { yamlToJson } from '../../src/dialect/value/yaml-json.js';
import { timesOf } from '../support/depth.js';

function meaningOf(text: string): unknown {
  const read = readYaml(text);
  if (!read.ok) return read.problem.code;
  return parseTrusted(yamlToJson(read.node, { schema: undefined, root: {} }, new Set()));
}

/** It does not read all that it writes. */
function readByLibrary(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: parse(text) };
  } catch {
    return undefined;
  }
}

describe('the YAML that is read', () => {
  const read: Readonly<Record<string, readonly [string, unknown]>> = {
    nothing: ['', null],
    'a scalar': ['hello world', 'hello world'],
    'core types': [
      'a: 1\nb: -2.5\nc: true\nd: ~\ne:\nf: no\ng: 0x1F\nh: 0o17\ni: .5\nj: 1e3\nk: 1_000',
      { a: 1, b: -2.5, c: true, d: null, e: null, f: 'no', g: 31, h: 15, i: 0.5, j: 1000, k: '1_000' },
    ],
    'urls, times and hashes': [
      'u: http://x.example:80/a#b\nt: 12:30:45\nh: a#b # c',
      { u: 'http://x.example:80/a#b', t: '12:30:45', h: 'a#b' },
    ],
    'nested blocks': [
      'a:\n  b:\n    - 1\n    - c: 2\n      d: 3\n    -\n      e: 4\n  f: x\ng: []',
      { a: { b: [1, { c: 2, d: 3 }, { e: 4 }], f: 'x' }, g: [] },
    ],
    'a list at the indent of its key': ['a:\n- 1\n- 2\nb: 3', { a: [1, 2], b: 3 }],
    'lists in lists': ['- - 1\n  - 2\n- - 3', [[1, 2], [3]]],
    'comments and blank lines': ['# top\n\na: 1 # one\n  # inner\n\nb: 2\n', { a: 1, b: 2 }],
    'a document mark': ['---\na: 1\n...\n', { a: 1 }],
    'brackets over several lines': [
      'a: [1,\n  "x, y", {b: c, d: },\n]\ne: {f: [g]}',
      { a: [1, 'x, y', { b: 'c', d: null }], e: { f: ['g'] } },
    ],
    'plain texts over lines in brackets': ['[one\n  two, {a: b\n c}]', ['one two', { a: 'b c' }]],
    JSON: ['{"a":1,"b":[true,null,"x\\u0041\\n"],"c":{"d":-1.5e2}}', { a: 1, b: [true, null, 'xA\n'], c: { d: -150 } }],
    'quoted keys': ['"a b": 1\n\'c: d\': 2', { 'a b': 1, 'c: d': 2 }],
    'quoted texts over lines': [
      'a: "one\n  two\n\n  three\\\n  four"\nb: \'x\n  y\'',
      { a: 'one two\nthreefour', b: 'x y' },
    ],
    'literal blocks': [
      'a: |\n  x\n   y\n\n  z\nb: |-\n  x\nc: |+\n  x\n\nd: |2\n    x\n',
      { a: 'x\n y\n\nz\n', b: 'x', c: 'x\n\n', d: '  x\n' },
    ],
    'folded blocks': ['a: >\n  x\n  y\n\n  z\n    deep\n  w\n', { a: 'x y\nz\n  deep\nw\n' }],
    'blocks in lists': ['- |\n  x\n- >-\n  y\n  z\n', ['x\n', 'y z']],
    'an empty block': ['a: |\nb: 1', { a: '', b: 1 }],
    'plain texts over lines': ['a: one\n  two\n\n  three\nb: 1', { a: 'one two\nthree', b: 1 }],
  };
  for (const [name, [text, value]] of Object.entries(read)) it(name, () => expect(meaningOf(text)).toEqual(value));

  const refused: Readonly<Record<string, readonly [string, string]>> = {
    anchors: ['a: &x 1\nb: *x', 'unsupported'],
    tags: ['a: !!str 1', 'unsupported'],
    'merge keys': ['<<: {a: 1}', 'unsupported'],
    'complex keys': ['? a\n: b', 'unsupported'],
    'a key twice': ['a: 1\na: 2', 'duplicate-key'],
    'a key twice in brackets': ['{a: 1, a: 2}', 'duplicate-key'],
    __proto__: ['a: {__proto__: 1}', 'forbidden-key'],
    'a constructor': ['constructor:\n  prototype: 1', 'forbidden-key'],
    'tabs as indent': ['a:\n\tb: 1', 'syntax'],
    'a value that looks like another': ['a: b: c', 'syntax'],
    'a bad indent': ['a: 1\n  b: 2', 'syntax'],
    'brackets that do not end': ['a: [1, 2', 'syntax'],
    'a quote that does not end': ['a: "x', 'syntax'],
    'too deep': ['['.repeat(100), 'too-deep'],
    'too deep in blocks': [Array.from({ length: 100 }, (_, at) => `${' '.repeat(at)}a:`).join('\n'), 'too-deep'],
    'too long': ['a'.repeat(1024 * 1024 + 1), 'too-long'],
  };
  for (const [name, [text, code]] of Object.entries(refused))
    it(`refuses ${name}`, () => expect(meaningOf(text)).toBe(code));

  it('reads every JSON value, and never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const json = JSON.stringify(value);
        const usable = !/"(?:__proto__|constructor|<<)"/.test(json) && !Object.is(value, -0) && !json.includes('-0');
        if (usable) expect(meaningOf(json)).toEqual(parseTrusted(json));
      }),
    );
    const part = fc.constantFrom(
      'a',
      ': ',
      '- ',
      '\n',
      '  ',
      '|',
      '>',
      '"',
      "'",
      '[',
      ']',
      '{',
      '}',
      ',',
      '#',
      '&',
      '---',
      '\t',
      '\\',
      ':',
      '-',
      '1',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 24 }), (parts) => void meaningOf(parts.join(''))),
      { numRuns: 2000 },
    );
  });

  it('reads what another library writes, in all its styles, as that library does', () => {
    const sign = fc.constantFrom(
      'a',
      ' ',
      '\n',
      '#',
      ': ',
      '- ',
      '"',
      "'",
      '\\',
      '\t',
      '{',
      ']',
      'é',
      '|',
      '1',
      '~',
      '\n\n',
    );
    const text = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.lorem({ maxCount: 40 }),
      fc.array(sign, { maxLength: 12 }).map((signs) => signs.join('')),
    );
    const key = text.filter((one) => !['__proto__', 'constructor', '<<'].includes(one));
    const number = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((one) => !Object.is(one, -0));
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        text,
        fc.integer(),
        number,
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
      ),
    }));
    const style = fc.record({
      lineWidth: fc.constantFrom(20, 40, 80, 0),
      indent: fc.constantFrom(2, 4),
      indentSeq: fc.boolean(),
      collectionStyle: fc.constantFrom('any' as const, 'flow' as const, 'block' as const),
      singleQuote: fc.constantFrom(true, false, null),
      blockQuote: fc.constantFrom(true, false, 'folded' as const, 'literal' as const),
    });
    fc.assert(
      fc.property(value, style, (one, styled) => {
        const written = stringify(one, { ...styled, aliasDuplicateObjects: false });
        // A long key is written in a form that is refused.
        const theirs = /^[\s-]*\? /m.test(written) ? undefined : readByLibrary(written);
        if (theirs !== undefined) expect(meaningOf(written), written).toEqual(theirs.value);
      }),
      { numRuns: timesOf({ test: 500, deep: 20_000 }) },
    );
  });
});
