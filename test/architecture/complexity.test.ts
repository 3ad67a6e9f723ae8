import ts from 'typescript';
import { expect, it } from 'vitest';
import { type Measured, measureFunctions } from './complexity.js';
import { readSources } from './source.js';

const bound = 25;

it('has no function that is too complex to be read', () => {
  const all = readSources()
    .flatMap(measureFunctions)
    .sort((a, b) => b.complexity - a.complexity);
  console.info(`the ten most complex functions of src:\n${all.slice(0, 10).map(lineOf).join('\n')}`);
  expect(all.filter(({ complexity }) => complexity > bound).map(lineOf)).toEqual([]);
});

const lineOf = ({ name, complexity }: Measured): string => `${String(complexity).padStart(4)}  ${name}`;

it('counts each way through a function once, and what stands in another one there', () => {
  const text = `
    function outer({ a = 1 }, b) {
      if (a && b?.c) return b ?? a;
      for (const one of b) switch (one) { case 1: case 2: break; default: }
      try { return a ? 1 : 2; } catch { return b.map((one) => one || a); }
    }
    const plain = () => 1;`;
  const tree = ts.createSourceFile('a.ts', text, ts.ScriptTarget.ESNext, true);
  expect(measureFunctions({ path: 'a.ts', tree })).toEqual([
    { name: 'a.ts outer', complexity: 11 },
    { name: 'a.ts (anonymous)', complexity: 2 },
    { name: 'a.ts plain', complexity: 1 },
  ]);
});
