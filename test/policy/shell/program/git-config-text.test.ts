import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { parseConfigText } from '../../../../src/policy/shell/program/git/config-text.js';

const folder = mkdtempSync(join(tmpdir(), 'toolwright-git-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What git itself makes of the text; undefined when it refuses it. */
function gitReads(text: string): unknown {
  const file = join(folder, 'config');
  writeFileSync(file, text);
  try {
    const out = execFileSync('git', ['config', '--file', file, '--null', '--list', '--no-includes'], { stdio: 'pipe' });
    return out
      .toString()
      .split('\0')
      .slice(0, -1)
      .map((entry) => {
        const end = entry.indexOf('\n');
        return end === -1
          ? { name: entry, value: undefined }
          : { name: entry.slice(0, end), value: entry.slice(end + 1) };
      });
  } catch {
    return undefined;
  }
}

it.each([
  '',
  '[a]',
  '[a]\nb = c\n',
  '[a]\nb=c',
  '[a] b = c',
  '[a]b=c\n[d]e',
  '[A]\n\tBc-D = X y \n',
  '[a "B.c"]\nd = e',
  '[a "B\\"\\\\\\c"]\nd = e',
  '[a  \t "b"]\nd = e',
  '[a.B.c]\nd = e',
  '[a]\nb',
  '[a]\nb   \n c=1',
  '[a]\nb =',
  '[a]\nb = "c # d" # e\n',
  '[a]\nb = c ; d\n',
  '[a]\nb = c#d\n',
  '[a]\nb = "c  \n',
  '[a]\nb = c\\\n  d\n',
  '[a]\nb = c \\\n d\n',
  '[a]\nb = "c\\\nd"\n',
  '[a]\nb = c\\\\\nd = e',
  '[a]\nb = \\t\\n\\"\\b\n',
  '[a]\nb = \\x\n',
  '[a]\nb = c\\',
  '# x\n; y\n[a] # z\nb = c',
  '[a]\r\nb = c\r\nd = e\\\r\nf\r\n',
  '\uFEFF[a]\nb = c',
  '[a]\nb c = d',
  '[a]\nb # c',
  '[a]\n1b = c',
  '[a]\nb_c = d',
  '[a\n]\nb = c',
  '[a "b\n"]\nc = d',
  '[a "b" ]\nc = d',
  '[a "b"]c = d',
  '[a b]\nc = d',
  '[a_b]\nc = d',
  '[]\nb = c',
  '[a "]"]\nb = c',
  '[a ""]\nb = c',
  '[a]\nb = "x"y"z"\n',
  '[a]\nb = " x "\n',
  '[a]\n  b = x   y\n',
  '[a]\n[b]\n[c]\nd = 1\nd = 2\n',
  '[a]\nb = c\n]',
])('reads as git does: %j', (text) => {
  expect(parseConfigText(text)).toEqual(gitReads(text));
});

it('refuses what stands before the first section', () => {
  expect(parseConfigText('b = c\n')).toBeUndefined();
});

it('is quick with a long text', () => {
  const started = performance.now();
  parseConfigText(`[a]\n${'b = "c\\\n'.repeat(100_000)}`);
  parseConfigText(`[a "${'\\"'.repeat(400_000)}`);
  expect(performance.now() - started).toBeLessThan(2000);
});
