import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readPythonLiteral } from '../../src/dialect/value/python-reader.js';
import { verifies } from '../requirements.js';

const json = (text: string): string | undefined => {
  const read = readPythonLiteral(text);
  return read.ok ? read.json : undefined;
};

it('reads literals of Python as JSON', () => {
  verifies('dialects.arguments.literals');
  expect(json(`{'a': (1, 2.50, -3), "b": {None}, 'c': [True, false,], 4: ()}`)).toBe(
    '{"a":[1,2.50,-3],"b":[null],"c":[true,false],"4":[]}',
  );
  expect(json(`['it\\'s', "\\x41\\u00e9\\101\\d", r'\\n', '''a\n"b"''', f'{{x}}', 'a' "b"]`)).toBe(
    '["it\'s","Aé\\u0041\\\\d","\\\\n","a\\n\\"b\\"","{x}","ab"]'.replace('\\u0041', 'A'),
  );
  expect(json('[007, 1_000, 0x1F, .5, 1., +4, 12345678901234567890123, 1e400]')).toBe(
    '[7,1000,31,0.5,1.0,4,12345678901234567890123,1e400]',
  );
});

it('refuses what has to be evaluated, and what must not be used', () => {
  verifies('dialects.arguments.literals');
  const refused = [
    'x',
    'f(1)',
    '1+1',
    "'a' + 'b'",
    "f'{x}'",
    "b'x'",
    '1j',
    "'a''b'",
    '[1 2]',
    '{1: 2, 3}',
    "{'a': 1, 'a': 2}",
  ];
  for (const text of [
    ...refused,
    "{'__proto__': 1}",
    "{'constructor': {}}",
    '['.repeat(200),
    "'a",
    '',
    '[1',
    'inf',
    '1__0',
  ]) {
    expect(json(text), text).toBeUndefined();
  }
});

it('reads every JSON value as itself, and never throws', () => {
  verifies('dialects.proof.arbitrary');
  fc.assert(
    fc.property(fc.json({ noUnicodeString: false }), (text) => {
      if (!/__proto__|constructor|\\\//.test(text)) expect(JSON.parse(json(text) ?? 'no')).toEqual(JSON.parse(text));
    }),
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      readPythonLiteral(text);
    }),
  );
});
