// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts for bash
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ParseResult } from '../../../../src/policy/shell/syntax/ast.js';
import { createCursor, maxDepth, maxNodes } from '../../../../src/policy/shell/syntax/cursor.js';
import { readList } from '../../../../src/policy/shell/syntax/list.js';
import { parseScript } from '../../../../src/policy/shell/syntax/parse-script.js';
import { readWholeScript } from '../../../../src/policy/shell/syntax/whole-script.js';
import { shellText } from './shell-text.js';

const size = 64 * 1024;

/** Each is repeated to 64 KB. */
const baits = [
  ...[
    '(',
    '((',
    '$(',
    '$((',
    '$( (',
    '(( $(',
    '$(( $(',
    '((a) $(',
    '$((a) $((',
    '"$(',
    '"${x:-',
    '${x:-',
    '${a[',
    '$[',
    '`',
    '"`',
    '\\`',
  ],
  ...[
    '"\'',
    "''",
    '""',
    "$'\\",
    '\\\\',
    '\\',
    '\\\n',
    '{',
    '{{{{,',
    '{,',
    '{a..',
    '{a,b}',
    '{a..a}',
    '{1..9}',
    '{$x,',
    '{"${x:-"',
    '..',
  ],
  ...[
    '<<A ',
    '<<A\n',
    '<<-A\n\t',
    'x<<A\n$(',
    '<(',
    '>a ',
    '2>',
    '{a}>',
    'a=(',
    'a[',
    'a[$(',
    'a=~:',
    ':~',
    '~',
    '*',
    '[',
    '[!',
    '[a',
  ],
  ...[
    '[[ ',
    '[[ ( ',
    '[[ a =~ (',
    '[[ a == @(',
    '[[ ! ',
    'if ',
    'case x in ',
    'for x in ',
    'f(){ ',
    'function f ',
    'coproc ',
    'coproc $(',
  ],
  ...[
    'a ',
    'a;',
    'a|',
    'a&&',
    '! ',
    'time ',
    '#',
    ' ',
    '\n',
    '\t',
    ')',
    '}',
    '\r',
    '\u{1F600}',
    '$x',
    '$x{',
    '=',
    "(('$(",
    '${x/',
  ],
];

it.each(baits.flatMap((bait) => ['', 'echo ', 'cat <<A\n', '"'].map((before) => [before, bait] as const)))(
  'reads %j and 64 KB of %j in bounded work',
  (before, bait) => {
    const text = before + bait.repeat(size / bait.length);
    expect(workOf(text)).toBeLessThan(40 * text.length + 100_000);
    expect(parseScript(text).script.items.length).toBeLessThanOrEqual(maxNodes);
  },
);

it.each([
  ['( ', ' )'],
  ['{ ', ';}'],
  ['$(', ')'],
  ['"$(', ')"'],
  ['${x:-', '}'],
  ['if a; then ', '; fi'],
  ['echo <(', ')'],
  ['f() { ', '; }'],
])('stops at a depth of %s…%s', (open, close) => {
  const nest = (times: number): ParseResult => parseScript(`${open.repeat(times)}a${close.repeat(times)}`);
  expect(nest(4).ok).toBe(true);
  expect(nest(maxDepth + 1)).toMatchObject({ ok: false, message: `the script is nested more than ${maxDepth} deep` });
  expect(nest(5000)).toMatchObject({ ok: false, message: `the script is nested more than ${maxDepth} deep` });
});

it.each(['a;', 'a ', '>a ', '$x', 'a=b ', '*a', '"a$x"'])('stops at so many nodes of %j', (unit) => {
  expect(parseScript(`a ${unit.repeat(1000)}`).ok).toBe(true);
  expect(parseScript(`a ${unit.repeat(maxNodes + 1)}`)).toMatchObject({
    ok: false,
    message: `the script has more than ${maxNodes} parts`,
  });
});

it('stops at so many words of braces', () => {
  expect(parseScript('echo {1..1000}').ok).toBe(true);
  expect(parseScript('echo {1..1001}').ok).toBe(false);
  expect(parseScript(`echo ${'{a,b}'.repeat(9)}`).ok).toBe(true);
  expect(parseScript(`echo ${'{a,b}'.repeat(10)}`)).toMatchObject({ message: 'braces make more than 1000 words' });
});

it('reads a long plain text', () => {
  expect(parseScript(`echo${' '.repeat(200_000)}x`).ok).toBe(true);
  expect(parseScript(`cat <<A\n${'$x\n'.repeat(4000)}A`).ok).toBe(true);
});

it('never throws, and names a place in the text', () => {
  const metacharacters = fc.string({
    unit: fc.constantFrom(...'abx1 \t\n;&|<>(){}[]$`"\'\\#~*?!=+-,.:@/%^é\0'),
    maxLength: 80,
  });
  const any = fc.oneof(metacharacters, shellText, fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(any, (text) => {
      const result = parseScript(text);
      expect(result.ok || (result.at >= 0 && result.at <= text.length)).toBe(true);
    }),
    { seed: 7, numRuns: 5000 },
  );
});

/** How often a place of the text is moved to: every step of reading moves it. */
function workOf(text: string): number {
  const cursor = createCursor(text, { list: readList });
  let work = 0;
  let at = 0;
  const counted = Object.defineProperty(cursor, 'at', {
    get: () => {
      work += 1;
      return at;
    },
    set: (place: number) => {
      at = place;
    },
  });
  readWholeScript(counted);
  return work + cursor.state.braceSteps / 10;
}
