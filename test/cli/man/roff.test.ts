import { expect, it } from 'vitest';
import { paragraph, roffText } from '../../../src/cli/man/roff.js';

it.each([
  ['.SH not a heading', '\\&.SH not a heading'],
  ["'br not a request", '\\(aqbr not a request'],
  ['one\n.two', 'one\n\\&.two'],
  ['back\\slash \\fB', 'back\\eslash \\efB'],
  ['--store a-b', '\\-\\-store a\\-b'],
  ['"quoted" `code` ~/x ^', '\\(dqquoted\\(dq \\(gacode\\(ga \\(ti/x \\(ha'],
  ['wait=… naïve 👩', 'wait=... na\\[u00EF]ve \\[u1F469]'],
  ['bell\u0007', 'bell\\[u0007]'],
])('escapes %j', (text, escaped) => {
  expect(roffText(text)).toBe(escaped);
});

it('makes no line of a paragraph an instruction, wherever it is broken', () => {
  const words = Array.from({ length: 200 }, (_, at) => (at % 3 === 0 ? '.so' : 'x'.repeat(at % 11)));
  const lines = paragraph(roffText(words.join(' '))).split('\n');
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.filter((line) => /^[.']/.test(line) || line.length > 80)).toEqual([]);
});
