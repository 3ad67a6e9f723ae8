import fc from 'fast-check';
import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import { expect, it } from 'vitest';
import { parseConfigText, plainJson } from '../../src/config/config-text.js';
import { verifies } from '../requirements.js';

const readText = (text: string): unknown => {
  const parsed = parseConfigText(text);
  return parsed.ok ? parsed.read.value : parsed;
};

it('reads comments and trailing commas, and leaves strings alone', () => {
  verifies('models.config.comments');
  const text = `// first
{
  "model": "a//b", // why
  /* "mode": "auto", */
  "models": { "x": { "images": true, }, }, /* last */
  "store": "/* no comment */",
}
// end`;
  expect(readText(text)).toEqual({ model: 'a//b', models: { x: { images: true } }, store: '/* no comment */' });
});

it('keeps every position', () => {
  const text = '\ufeff{ /* é\r\n𝄞 */ "a": [1, // x\n 2,\r\n], "b\\"//": "\\\\", }';
  const plain = plainJson(text);
  expect(plain).toEqual({ ok: true, text: ' {     \r\n      "a": [1,     \n 2 \r\n], "b\\"//": "\\\\"  }' });
  expect(plain.ok && plain.text.length).toBe(text.length);
});

it.each([
  ['[,]', 1],
  ['{,}', 1],
  ['{"a":,}', 1],
  ['{"a": 1,,}', 1],
  ['{"a": 1,}\n,', 2],
  ['{"a": /}', 1],
  ['{\n"a" 1}', 2],
  ['{\n"a": 1\n"b": 2}', 3],
  ['{\n\n"a": "x\n"}', 3],
  ['{"a": 1', 1],
  ['{"a": 1, "a": 2}', 1],
  ['{\r\n"__proto__": 1}', 2],
  ['{\r"a": 01}', 2],
  [`${'['.repeat(40)}${']'.repeat(40)}`, 1],
])('refuses %j and tells the line', (text, line) => {
  const parsed = parseConfigText(text);
  expect(parsed).toEqual({ ok: false, line, message: expect.stringMatching(/^it is not valid JSON: .+; correct it$/) });
  expect(parsed.ok || parsed.message).not.toContain('at character');
});

it('tells of a comment that does not end, and of an empty file', () => {
  verifies('models.config.bad-file');
  expect(parseConfigText('{}\n/* x *')).toEqual({
    ok: false,
    line: 2,
    message: 'a comment begins here that does not end; end it with */',
  });
  for (const text of ['', ' \n', '\ufeff', '// nothing\n', '/**/'])
    expect(parseConfigText(text)).toEqual({
      ok: false,
      line: 1,
      message: 'the file is empty; put {} into it, or remove it',
    });
});

it('finds the line of every key', () => {
  const parsed = parseConfigText('\r\n{ "a": {\n "b\\u0021": [\n 1,\n{"c":\n2}] }\r, "d": 0 }');
  if (!parsed.ok) throw new Error(parsed.message);
  const { lineOf, plain } = parsed.read;
  const lines = [[], ['a'], ['a', 'b!'], ['a', 'b!', '0'], ['a', 'b!', '1', 'c'], ['d']].map((path) => lineOf(path));
  expect(lines).toEqual([2, 2, 3, 4, 5, 7]);
  const { offset = 0, length = 0 } = findNodeAtLocation(parseTree(plain) as Node, ['a', 'b!', 1]) ?? {};
  expect(plain.slice(offset, offset + length)).toBe('{"c":\n2}');
});

it('reads what JSON.parse reads, whatever comments stand between', () => {
  const filler = fc.constantFrom('', ' ', '\n', '\r\n', '\t', '// "x", }\n', '/* , ] " */', '/**/');
  // That key is refused, and tested elsewhere.
  const json = fc.jsonValue({ maxDepth: 4 }).filter((value) => !JSON.stringify(value).includes('__proto__'));
  fc.assert(
    fc.property(json, fc.array(filler, { minLength: 1, maxLength: 8 }), (value, fillers) => {
      const text = withFillers(value, fillers);
      const plain = plainJson(text);
      expect(plain.ok && plain.text.length).toBe(text.length);
      const parsed = parseConfigText(text);
      expect(parsed.ok ? parsed.read.value : parsed.message).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    { numRuns: 300 },
  );
});

it('takes hostile text in linear time', () => {
  const started = performance.now();
  for (const text of ['/'.repeat(1e6), '{"a":1,'.repeat(1e5), ',/**/'.repeat(2e5), '"\\'.repeat(3e5), '['.repeat(1e6)])
    expect(parseConfigText(text).ok).toBe(false);
  expect(performance.now() - started).toBeLessThan(10_000);
});

/** The value as JSON with these between its tokens, and trailing commas. */
function withFillers(value: unknown, fillers: readonly string[]): string {
  let at = 0;
  const next = (): string => fillers[at++ % fillers.length] ?? '';
  const render = (one: unknown): string => {
    if (Array.isArray(one)) return `[${next()}${one.map((item) => `${render(item)}${next()},${next()}`).join('')}]`;
    if (typeof one !== 'object' || one === null) return JSON.stringify(one);
    const members = Object.entries(one).map(
      ([key, member]) => `${JSON.stringify(key)}${next()}:${next()}${render(member)}${next()},${next()}`,
    );
    return `{${next()}${members.join('')}}`;
  };
  return `${next()}${render(value)}${next()}`;
}
