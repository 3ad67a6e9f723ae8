import { expect, it } from 'vitest';
import type { WordNode } from '../../../../src/policy/shell/syntax/ast.js';
import { parseScript } from '../../../../src/policy/shell/syntax/parse-script.js';

it('places every word exactly', () => {
  const text = 'a=x "b c" $(d e)\\\nf > g{1,2} <<H 2>&1 | for i in j k; do l; done\n$m\nH\nfunction n { o=(p q); }';
  expect(sources(text)).toEqual([
    ...['x', '"b c"', '$(d e)\\\nf', 'd', 'e', 'g{1,2}', '$m\n', '1', 'j', 'k', 'l', 'p', 'q'],
  ]);
});

it('places commands, lists and redirections exactly', () => {
  const text = ' a b  >c ; { d; } 2>&1 &';
  const { script } = parseScript(text);
  const [first, second] = script.items.map(({ node }) => node);
  expect(script).toMatchObject({ start: 0, end: text.length });
  expect(slice(text, first)).toBe('a b  >c');
  expect(slice(text, second)).toBe('{ d; } 2>&1');
  expect(first).toMatchObject({ redirects: [{ start: 6, end: 8 }] });
});

it('gives the text that places within backticks refer to', () => {
  expect(parseScript('a `b \\`c\\` d`').script.items[0]?.node).toMatchObject({
    words: [
      { start: 0, end: 1 },
      {
        start: 2,
        end: 13,
        parts: [
          {
            type: 'command',
            text: 'b `c` d',
            body: {
              items: [
                {
                  node: {
                    words: [
                      { start: 0, end: 1 },
                      { start: 2, end: 5, parts: [{ text: 'c' }] },
                      { start: 6, end: 7 },
                    ],
                  },
                },
              ],
            },
          },
        ],
      },
    ],
  });
});

it('gives the text that places within a changed here-document refer to', () => {
  expect(parseScript('a <<-B\n\t$(c)\n\tB').script.items[0]?.node).toMatchObject({
    redirects: [
      { target: { start: 7, end: 13, text: '$(c)\n', parts: [{ type: 'command', body: { start: 2, end: 3 } }, {}] } },
    ],
  });
});

/** The source of every word in a tree, in their order. */
function sources(text: string): string[] {
  const found: WordNode[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('parts' in value && 'start' in value) found.push(value as WordNode);
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(parseScript(text).script);
  return found.map((word) => slice(text, word));
}

const slice = (text: string, placed: { readonly start: number; readonly end: number } | undefined): string =>
  text.slice(placed?.start, placed?.end);
