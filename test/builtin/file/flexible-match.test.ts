import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFlexible } from '../../../src/builtin/file/flexible-match.js';
import { verifies } from '../../requirements.js';

const matched = (content: string, text: string): string[] =>
  findFlexible(content, text).map(({ start, end }) => content.slice(start, end));

describe('flexible matching', () => {
  it.each([
    ['x  =\t1', 'x = 1', ['x  =\t1']],
    ['f ( a , b ) ;', 'f(a,b);', ['f ( a , b ) ;']],
    ['f(a,b);', 'f( a, b ) ;', ['f(a,b);']],
    ['ab', 'a b', []],
    ['a b', 'ab', []],
    ['{\n\n  x\n}', '{x}', ['{\n\n  x\n}']],
    ['aXb', '  ', []],
    ['a.b', 'a . b', ['a.b']],
    ['one two one  two', 'one two', ['one two', 'one  two']],
  ])('finds in %j the text %j', (content, text, expected) => {
    verifies('files.edit.flexible');
    expect(matched(content, text)).toEqual(expected);
  });

  it.each([
    // Nothing around the match is taken that the text does not begin or end with.
    ['a;\n\n  b;\n\nc', 'b ;', ['b;']],
    ['a;\n\n\tb;\n\nc', '  b ;', ['\tb;']],
    ['a;\n\n\tb;\n\nc', '\n  b ;\n', ['\n\tb;\n']],
    ['a;\r\n\r\n\tb;\r\n\r\nc', '\n  b ;\n', ['\r\n\tb;\r\n']],
    ['a;\n\tb  ;   \n\nc', 'b; ', ['b  ;   ']],
    ['a;\n\tb  ;\r\nc', 'b; ', ['b  ;']],
    ['b c', ' b  c', []],
    ['(b  c', ' (b c', ['(b  c']],
    ['\ufeffb  c', 'b c', ['b  c']],
    ['\ufeff b  c', ' b c', [' b  c']],
  ])('takes of %j for %j no more than is meant', (content, text, expected) => {
    verifies('files.edit.flexible-outside');
    expect(matched(content, text)).toEqual(expected);
  });

  it('finds what the regular expression of its rule finds', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', ' ', '\n', '\t', '(', ',', '.', '$', '😀'),
      maxLength: 24,
    });
    fc.assert(
      fc.property(text, text, (content, given) => {
        const wanted = given.trim();
        fc.pre(wanted !== '');
        const escaped = wanted
          .split(/\s*([(){}[\];:,.])\s*|(\s+)/)
          .map((part, at) => partOf(part, at % 3))
          .join('');
        const found = new RegExp(escaped).exec(content);
        expect(matched(content, wanted)[0]).toBe(found?.[0].trim());
      }),
      { numRuns: 3000 },
    );
  });

  const partOf = (part: string | undefined, kind: number): string => {
    if (part === undefined) return '';
    if (kind === 2) return '\\s+';
    const escaped = part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    return kind === 1 ? `\\s*${escaped}\\s*` : escaped;
  };
});
