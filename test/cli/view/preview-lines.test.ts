import { expect, it } from 'vitest';
import { previewLines } from '../../../src/cli/view/preview-lines.js';
import type { Style } from '../../../src/cli/view/style.js';
import { verifies } from '../../requirements.js';

const marked = (name: string) => (text: string) => `${name}(${text})`;
const style = {
  dim: marked('dim'),
  green: marked('green'),
  red: marked('red'),
  cyan: marked('cyan'),
} as unknown as Style;
const options = { arguments: {}, workspace: '/shop', style };

it('colours the differences of several files, and tells their names from their lines', () => {
  verifies('patches.multi.preview');
  const diff = [
    '--- a/x',
    '+++ b/x',
    '@@ -1,2 +1,2 @@',
    '--- a',
    '+++ b',
    ' same',
    '\\ No newline at end of file',
    'rename from y',
    '--- a/y',
    '+++ b/y',
    '@@ -1 +0,0 @@',
    '-gone',
    '',
  ].join('\n');
  const preview = { kind: 'diff', path: 'x, y', operation: 'edit', diff, added: 1, removed: 2 } as const;
  expect(previewLines(preview, options)).toEqual([
    'dim(--- a/x)',
    'dim(+++ b/x)',
    'cyan(@@ -1,2 +1,2 @@)',
    'red(--- a)',
    'green(+++ b)',
    ' same',
    '\\ No newline at end of file',
    'dim(rename from y)',
    'dim(--- a/y)',
    'dim(+++ b/y)',
    'cyan(@@ -1 +0,0 @@)',
    'red(-gone)',
  ]);
});

it('shows where a command runs, by its scope where it has one', () => {
  verifies('scopes.paths.commands');
  const command = (cwd: string) => previewLines({ kind: 'command', command: 'ls', cwd, timeoutMs: 1 }, options).at(-1);
  expect(command('src')).toBe('dim(in /shop/src)');
  expect(command('private:/src')).toBe('dim(in private:/src)');
});
