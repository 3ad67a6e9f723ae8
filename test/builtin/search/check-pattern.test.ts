import { spawnSync } from 'node:child_process';
import { rgPath } from '@vscode/ripgrep';
import { expect, it } from 'vitest';
import { checkPattern } from '../../../src/builtin/search/check-pattern.js';

const wrong = [
  '(',
  ')',
  '[',
  '[]',
  '[^]',
  '[a[',
  '[z-a]',
  'x[0-9b-a]',
  '[\\]',
  'a{',
  '{',
  'a{2',
  'a{2,1}',
  'a{,3}',
  '*',
  '+a',
  '?',
  '|*',
  '(*a)',
  '(?:*)',
  'a|*b',
  '(?=a)',
  '(?!a)',
  '(?<=a)',
  '(?<!a)',
  '(a)\\1',
  '\\y',
  '\\Q',
  'foo{bar}',
  '(a',
  'a)',
  '(?i',
  'a\\',
  '((a)',
  '(?P<n>a',
];
const right = [
  'a',
  'a(b|c)*',
  '[]a]',
  '[^]]',
  '[(]',
  '\\(',
  '\\[',
  'a{2}',
  'a{2,}',
  'a{2,5}',
  '^*',
  'a**',
  'a*?',
  '(?<n>a)+',
  '(?P<n>a)',
  '(?i)a',
  '(?i:a)',
  '(?:a)',
  '()',
  '\\p{L}+',
  '\\x{41}',
  '\\x41',
  '\\u{41}',
  '\\bfoo\\b',
  '\\d{3}-\\d{4}',
  '[[:alpha:]]',
  '[a&&b]',
  'a|b|',
  '|a',
  '\\.',
  '\\/',
  'useState\\(',
  '"[^"]*"',
  '\\z',
  '\\A',
  '[\\]]',
  '[a\\[]',
  'caf\u00e9',
  '\\$\\{',
  '\\t',
];

const refusedByRipgrep = (pattern: string): boolean =>
  spawnSync(rgPath, ['--no-config', '--crlf', '-e', pattern, '-'], { input: 'a' }).status === 2;

it.each(wrong)('refuses %s, as ripgrep does', (pattern) => {
  expect(checkPattern(pattern)).toMatchObject({ errorType: 'validation_failed' });
  expect(refusedByRipgrep(pattern)).toBe(true);
});

it.each(right)('lets %s pass, as ripgrep does', (pattern) => {
  expect(checkPattern(pattern)).toBeUndefined();
  expect(refusedByRipgrep(pattern)).toBe(false);
});

it('refuses what is empty or more than a line', () => {
  for (const pattern of ['', 'a\0b', 'a\nb'])
    expect(checkPattern(pattern)).toMatchObject({ errorType: 'validation_failed' });
});

it('takes linear time', () => {
  const started = performance.now();
  for (const unit of ['(', '[', 'a{', '\\p{', '(?<', 'a*', '[a']) checkPattern(`a${unit.repeat(50_000)}`);
  expect(performance.now() - started).toBeLessThan(1000);
});
