import { expect, it } from 'vitest';
import { moduleText } from '../../../src/extend/custom/module-text.js';
import { verifies } from '../../requirements.js';

const strip = (source: string) => moduleText(source, { typed: true, library: 'toolwright:' });

it.each([
  ['const a: string = b as string;', 'const a         = b          ;'],
  ['const f = (a?: number): {\n  b: string\n} => a!;', 'const f = (a         )                  => a ;'],
  ['type A = { b: 1 };\ninterface C {}\nf();', ';                 \n;             \nf();'],
  ["import { type A, defineTool } from 'toolwright';", 'import {         defineTool } from "toolwright:";'],
  ["import type { A } from './a.js';", ';                               '],
  ['class A<T> extends B<T> implements C { private readonly d?: T; e!: T; [f: string]: T }', undefined],
  ['function f(a: string): void;\nfunction f(this: X, a) { return <T,>(b: T) => b satisfies T; }', undefined],
  [
    'declare const a: string;\nexport type { A };\nexport interface B {}\nexport abstract class C { abstract d(): void; }',
    undefined,
  ],
])('blanks out types: %s', async (source, expected) => {
  verifies('custom.module.types');
  const made = await strip(source);
  const text = 'text' in made ? made.text : made.problem;
  if (expected !== undefined) expect(text).toBe(expected);
  expect(text).toHaveLength(source.length + (source.includes("'toolwright'") ? 1 : 0));
  expect(
    await moduleText(text.replace('"toolwright:"', '"toolwright"'), { typed: false, library: 'x' }),
  ).toHaveProperty('text');
});

it('leaves what only looks like a type as it is', async () => {
  verifies('custom.module.types');
  const source = 'const s = `a as string`; // b as c\nconst r = /a as b/;\nconst t = { as: 1, type: 2 };\n';
  expect(await strip(source)).toEqual({ text: source });
});

it.each([
  ['enum A { B }', 'line 1 has an enum'],
  ['\nexport enum A { B }', 'line 2 has an enum'],
  ['namespace A { export const b = 1; }', 'line 1 has a namespace'],
  ['class A { constructor(private b: string) {} }', 'line 1 has a parameter that is a property'],
  ['@a class B {}', 'line 1 has a decorator'],
  ['const a = <string>b;', 'line 1 has a type in angle brackets'],
  ["import a = require('a');", 'line 1 has import … = require()'],
  ['export = a;', 'line 1 has export ='],
  ['const a = b as T\n(c)', 'line 1 has a type that the next line goes on with'],
  ['const a = b as T\n[c].d()', 'line 1 has a type that the next line goes on with'],
  ['const a = {{', 'cannot be read'],
  ["import a from './a.js';", 'line 1 imports "./a.js"'],
  ["export * from 'lodash';", 'line 1 imports "lodash"'],
])('refuses what is more than a type, with its line: %s', async (source, why) => {
  verifies('custom.module.types', 'custom.module.alone');
  expect(await strip(source)).toEqual({ problem: expect.stringContaining(why) });
});
