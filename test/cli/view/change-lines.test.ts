import { expect, it } from 'vitest';
import { changeLines } from '../../../src/cli/view/change-lines.js';
import { createStyle } from '../../../src/cli/view/style.js';
import { createMask } from '../../../src/policy/secret/create-mask.js';
import { diffDelta } from '../../../src/run/diff-delta.js';
import { verifies } from '../../requirements.js';

const plain = createStyle(false);
const hunk = (...lines: readonly string[]): string =>
  [
    '--- a/a.txt',
    '+++ b/a.txt',
    `@@ -1,${lines.filter((line) => !line.startsWith('+')).length} +1,${lines.filter((line) => !line.startsWith('-')).length} @@`,
    ...lines,
  ].join('\n');

it('leaves out the name of a single file, and keeps those of several', () => {
  verifies('dialogue.show.diffs');
  const one = hunk('-old', '+new', ' same');
  expect(changeLines({ diff: one, left: 0 }, plain)).toEqual([
    '    @@ -1,2 +1,2 @@',
    '    -old',
    '    +new',
    '     same',
  ]);
  const two = `${one}\n${one.replaceAll('a.txt', 'b.txt')}`;
  expect(changeLines({ diff: two, left: 0 }, plain).filter((line) => line.includes('+++'))).toEqual([
    '    +++ b/a.txt',
    '    +++ b/b.txt',
  ]);
});

it('takes content that looks like the head of a file for what it is', () => {
  const diff = hunk('--- a/x', '+++ b/x', '+++ b/y');
  expect(changeLines({ diff, left: 0 }, plain)).toEqual([
    '    @@ -1,1 +1,2 @@',
    '    --- a/x',
    '    +++ b/x',
    '    +++ b/y',
  ]);
});

it('colours what came and what went, unless colours are off', () => {
  verifies('dialogue.show.diffs');
  const diff = hunk('-old', '+new');
  expect(changeLines({ diff, left: 0 }, createStyle(true))).toEqual([
    '    \u001b[36m@@ -1,1 +1,1 @@\u001b[39m',
    '    \u001b[31m-old\u001b[39m',
    '    \u001b[32m+new\u001b[39m',
  ]);
});

it('is bounded in lines and width, and harmless', () => {
  verifies('dialogue.show.diffs', 'dialogue.show.harmless');
  const diff = hunk(...Array.from({ length: 100 }, () => `+\u001b[2J\u202e${'x'.repeat(5000)}\r`));
  const lines = changeLines({ diff, left: 7 }, plain);
  expect(lines).toHaveLength(17);
  expect(lines[1]).toMatch(/^ {4}\+\\e\[2J<U\+202E>x+…$/);
  expect(lines.at(-1)).toBe('    … 93 lines more');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  for (const line of lines) expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
  for (const line of lines) expect(line.length).toBeLessThan(140);
});

it('is told masked and bounded, and only where there is a difference', () => {
  verifies('dialogue.show.diffs');
  const value = 'k3y-of-the-house-77';
  const mask = createMask({ secrets: [{ name: 'API_KEY', value }] });
  const of = (diff: string) =>
    diffDelta('c1', { kind: 'diff', path: 'a', operation: 'edit', diff, added: 1, removed: 0 }, mask);
  const long = Array.from({ length: 5000 }, (_, at) => `+line ${at} ${value}`).join('\n');
  const told = of(long);
  expect(told?.diff.split('\n')).toHaveLength(200);
  expect(told?.left).toBe(4800);
  expect(told?.diff).not.toContain(value);
  expect(of('x'.repeat(500_000))).toMatchObject({ diff: '', left: 1 });
  expect(of('')).toBeUndefined();
  expect(diffDelta('c1', { kind: 'text', text: 'writes' }, mask)).toBeUndefined();
});
