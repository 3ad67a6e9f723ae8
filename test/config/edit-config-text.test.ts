import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '../../src/base/json.js';
import { setInText, unsetInText } from '../../src/config/edit-config-text.js';
import { planEdit } from '../../src/config/plan-edit.js';
import { verifies } from '../requirements.js';

const set = (text: string, path: readonly string[], value: Json): string => {
  const edited = setInText(text, path, value);
  return edited.ok ? edited.text : `${edited.line}: ${edited.message}`;
};
const unset = (text: string, path: readonly string[]): string => {
  const edited = unsetInText(text, path);
  return edited.ok ? edited.text : `${edited.line}: ${edited.message}`;
};

const commented = `// mine
{
\t"model": "a", // the best
\t/* two */ "models": {
\t\t"x": { "images": true }, // one
\t},
\t"mode": "ask" // last
}
`;

it('replaces a value and touches nothing else', () => {
  verifies('models.config.set');
  expect(set(commented, ['model'], 'b')).toBe(commented.replace('"a"', '"b"'));
  expect(set(commented, ['models', 'x', 'images'], false)).toBe(commented.replace('true', 'false'));
  expect(set(commented, ['models', 'x'], { thinking: 'low' })).toBe(
    commented.replace('{ "images": true }', '{\n\t\t\t"thinking": "low"\n\t\t}'),
  );
});

it('adds a setting behind the others, in their layout', () => {
  verifies('models.config.set');
  expect(set(commented, ['store'], 's')).toBe(commented.replace('"ask" // last\n', '"ask", // last\n\t"store": "s"\n'));
  expect(set(commented, ['models', 'y', 'thinking'], 'low')).toBe(
    commented.replace('// one\n', '// one\n\t\t"y": {\n\t\t\t"thinking": "low"\n\t\t},\n'),
  );
  expect(set(commented, ['models', 'x', 'thinking'], 'low')).toBe(
    commented.replace('true }', 'true, "thinking": "low" }'),
  );
});

it.each([
  ['{}', '{\n  "model": "m"\n}'],
  ['{}\n', '{\n  "model": "m"\n}\n'],
  ['{\n}\n', '{\n  "model": "m"\n}\n'],
  ['{ // nothing yet\n}', '{ // nothing yet\n  "model": "m"\n}'],
  ['{ /* x */ }', '{ /* x */\n  "model": "m"\n}'],
  ['{"mode":"ask"}', '{"mode":"ask", "model": "m"}'],
  ['{"mode":"ask",}', '{"mode":"ask", "model": "m",}'],
  ['{"mode":"ask" /* x */ }', '{"mode":"ask", "model": "m" /* x */ }'],
  ['{\n    "mode": "ask",\n}', '{\n    "mode": "ask",\n    "model": "m",\n}'],
  ['{\r\n  "mode": "ask"\r\n}\r\n', '{\r\n  "mode": "ask",\r\n  "model": "m"\r\n}\r\n'],
  ['\ufeff{\n  "mode": "ask" }', '\ufeff{\n  "mode": "ask",\n  "model": "m"\n}'],
  ['{ "mode": "ask",\n  "store": "s"\n  // end\n}', '{ "mode": "ask",\n  "store": "s",\n  // end\n  "model": "m"\n}'],
  ['{\n  "mode": "ask" // x\u00a0\n}', '{\n  "mode": "ask", // x\u00a0\n  "model": "m"\n}'],
  ['{ // x\u2028\n}', '{ // x\u2028\n  "model": "m"\n}'],
  ['// only a comment', '1: the file is empty; put {} into it, or remove it'],
  ['[]', '1: the file must hold an object; write { … }'],
  ['{"a": 1,\n"b" }', '2: it is not valid JSON: expected : after a key, near "\\"a\\": 1,\\n\\"b\\" }"; correct it'],
])('sets a model in %j', (text, edited) => {
  expect(set(text, ['model'], 'm')).toBe(edited);
});

it('puts nothing into what is no object', () => {
  expect(set('{\n"models": 3}', ['models', 'a', 'images'], true)).toBe(
    '2: there is no object { … } here to put the setting into; correct it first',
  );
});

it.each([
  [commented, ['model'], commented.replace('"model": "a", // the best', '// the best')],
  [commented, ['mode'], commented.replace('\t},\n\t"mode": "ask" // last', '\t}\n\t// last')],
  ['{\n  "a": 1,\n  "b": 2\n}', ['a'], '{\n  "b": 2\n}'],
  ['{\n  "a": 1,\n  "b": 2\n}', ['b'], '{\n  "a": 1\n}'],
  ['{\n  "a": 1,\n  "b": 2,\n}', ['b'], '{\n  "a": 1,\n}'],
  ['{\n  "a": { "x": 1\n}\n}', ['a'], '{\n}'],
  ['{"a":1, "b":2}', ['a'], '{"b":2}'],
  ['{"a":1, "b":2}', ['b'], '{"a":1}'],
  ['{"a":1}', ['a'], '{}'],
  ['{"a":1 /* x */, "b":2}', ['a'], '{/* x */ "b":2}'],
  ['{"a":1\n  , "b":2}', ['a'], '{"b":2}'],
  ['{\r\n  "a": 1,\r\n  "b": 2\r\n}', ['a'], '{\r\n  "b": 2\r\n}'],
  ['{"a":{"b":1}}', ['a', 'b'], '{"a":{}}'],
  ['{"a":1}', ['b'], '{"a":1}'],
  ['{"a":1}', ['a', 'b'], '{"a":1}'],
])('takes out of %j what stands at %j', (text, path, edited) => {
  verifies('models.config.set');
  expect(unset(text, path)).toBe(edited);
});

it('means what was meant, whatever the text looks like', () => {
  const key = fc.constantFrom('model', 'a', 'b.c', 'x"y', '//', 'é');
  const value = fc.letrec((tie) => ({
    json: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(1, 'a // b', true, ','),
      fc.dictionary(key, tie('json'), { maxKeys: 4, noNullPrototype: true }),
    ),
  })).json as fc.Arbitrary<Json>;
  const root = fc.dictionary(key, value, { maxKeys: 4, noNullPrototype: true });
  const space = fc.constantFrom(undefined, 1, 2, '\t');
  const path = fc.array(key, { minLength: 1, maxLength: 3 });
  const noise = fc.constantFrom(',', ', // "x": 1,\n', ' /* , */,', ',\r\n', ', // x\u00a0\n');
  fc.assert(
    fc.property(root, space, path, value, noise, fc.boolean(), (base, indent, where, put, comma, trailing) => {
      // Every comma of the layout, not those in strings, gets its noise.
      const plain = JSON.stringify(base, null, indent);
      const text = plain
        .replaceAll(/"(?:[^"\\]|\\.)*"|,/g, (token) => (token === ',' ? comma : token))
        .replaceAll(/"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*.*?\*\/|[^\s{,](\s*)\}/g, (token, end: string | undefined) =>
          trailing && end !== undefined ? `${token.slice(0, -end.length - 1)},${end}}` : token,
        );
      // Both throw when what comes out does not say what was meant.
      const edited = setInText(text, where, put);
      if (edited.ok) {
        expect(unsetInText(edited.text, where).ok).toBe(true);
        const again = set(edited.text, where, put);
        expect(set(again, where, put)).toBe(again);
      } else expect(edited.message).toContain('there is no object { … } here');
      expect(unsetInText(text, where).ok).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

it('writes what a file can hold, and says what it cannot', () => {
  verifies('models.config.set-checked');
  expect(set('{}', ['providers', 'x', 'retries'], -0)).toBe(
    '{\n  "providers": {\n    "x": {\n      "retries": 0\n    }\n  }\n}',
  );
  expect(set('{}', ['models', '__proto__', 'images'], true)).toMatch(/^\d: .*"__proto__" is not accepted/);
  const full = `{"$schema":"${'x'.repeat(1024 * 1024 - 14)}"}`;
  expect(set(full, ['mode'], 'ask')).toMatch(/^1: .* at most 1048576 are read/);
});

it('plans only edits that bring no problem of their own', () => {
  verifies('models.config.set-checked');
  const at = { layer: 'user', file: 'c.json' } as const;
  const broken = '{\n"modle": 1\n}';
  expect(planEdit({ ...at, text: broken, path: ['mode'], value: 'plan' })).toMatchObject({
    ok: true,
    text: '{\n"modle": 1,\n"mode": "plan"\n}',
    problems: [{ line: 2 }],
  });
  expect(planEdit({ ...at, text: broken, path: ['modle'], value: undefined })).toEqual({
    ok: true,
    text: '{\n}',
    problems: [],
  });
  expect(planEdit({ ...at, text: undefined, path: ['mode'], value: 'plan' })).toMatchObject({
    ok: true,
    text: '{\n  "mode": "plan"\n}\n',
  });
  expect(planEdit({ ...at, text: '{}', path: ['mode'], value: 'x' })).toMatchObject({ ok: false });
  expect(planEdit({ ...at, layer: 'workspace', text: '{}', path: ['mode'], value: 'auto' })).toMatchObject({
    ok: false,
    problems: [{ message: 'mode can be only ask or plan in a workspace, not auto; set it in your own config.json' }],
  });
  const search = '{"webSearch":{"engine":"brave","fallback":[{"engine":"tavily"}]}}';
  for (const value of ['brave', undefined])
    expect(planEdit({ ...at, text: search, path: ['webSearch', 'fallback', '0', 'engine'], value })).toMatchObject({
      problems: [{ message: 'webSearch.fallback is set as a whole: give the list' }],
    });
  expect(planEdit({ ...at, text: '{', path: ['mode'], value: 'ask' })).toMatchObject({
    ok: false,
    problems: [{ line: 1 }],
  });
});
