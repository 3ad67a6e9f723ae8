import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changedPart } from '../../src/change/changed-part.js';
import { diffLines, splitLines } from '../../src/change/line-diff.js';
import { renderDiff } from '../../src/change/unified-diff.js';
import { temporaryFolder } from '../builtin/tool-harness.js';

const render = (base: string | undefined, content: string) =>
  renderDiff('a.txt', base === undefined ? undefined : Buffer.from(base), Buffer.from(content));

it('shows a change with its context', () => {
  const base = Array.from({ length: 12 }, (_, index) => `line ${index + 1}\n`).join('');
  expect(render(base, base.replace('line 6\n', 'line six\nand more\n'))).toEqual({
    diff: [
      '--- a/a.txt',
      '+++ b/a.txt',
      '@@ -3,7 +3,8 @@',
      ' line 3',
      ' line 4',
      ' line 5',
      '-line 6',
      '+line six',
      '+and more',
      ' line 7',
      ' line 8',
      ' line 9',
      '',
    ].join('\n'),
    added: 2,
    removed: 1,
  });
});

it('shows a new file, an emptied one and a missing last line end', () => {
  expect(render(undefined, 'a\nb')).toEqual({
    diff: '--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1,2 @@\n+a\n+b\n\\ No newline at end of file\n',
    added: 2,
    removed: 0,
  });
  expect(render('a\n', '').diff).toBe('--- a/a.txt\n+++ b/a.txt\n@@ -1 +0,0 @@\n-a\n');
  expect(render('a\n', 'a').diff).toContain('-a\n+a\n\\ No newline');
  expect(render('a\n', 'a\n')).toMatchObject({ added: 0, removed: 0 });
});

it('does not print binary content', () => {
  expect(render('a\0b', 'text').diff).toBe('Binary content of a.txt: 3 B to 4 B\n');
});

const lines = fc.array(fc.constantFrom('a\n', 'b\n', 'c\n', 'd\n', '\n', 'a\r\n'), { maxLength: 40 });

it('gives blocks that turn the old lines into the new ones', () => {
  fc.assert(
    fc.property(lines, lines, (a, b) => {
      const result: string[] = [];
      let at = 0;
      for (const { aStart, aEnd, bStart, bEnd } of diffLines(a, b)) {
        result.push(...a.slice(at, aStart), ...b.slice(bStart, bEnd));
        at = aEnd;
      }
      expect([...result, ...a.slice(at)]).toEqual(b);
    }),
    { numRuns: 500 },
  );
});

it('is found in the part that changed as in the whole, with all the context there is', () => {
  const text = fc.tuple(lines, fc.constantFrom('', 'end')).map(([list, end]) => list.join('') + end);
  fc.assert(
    fc.property(text, text, fc.nat({ max: 4 }), (base, content, contextLines) => {
      const part = changedPart(Buffer.from(base), Buffer.from(content), contextLines);
      const [a, b] = [splitLines(part.base.toString()), splitLines(part.content.toString())];
      const { linesBefore } = part;
      const blocks = diffLines(a, b).map(({ aStart, aEnd, bStart, bEnd }) => ({
        aStart: aStart + linesBefore,
        aEnd: aEnd + linesBefore,
        bStart: bStart + linesBefore,
        bEnd: bEnd + linesBefore,
      }));
      const whole = diffLines(splitLines(base), splitLines(content));
      expect(blocks).toEqual(whole);
      const [first, last] = [whole[0], whole.at(-1)];
      if (first === undefined || last === undefined) return;
      expect(linesBefore).toBeLessThanOrEqual(Math.max(0, first.aStart - contextLines));
      const total = splitLines(base).length;
      expect(linesBefore + a.length).toBeGreaterThanOrEqual(Math.min(total, last.aEnd + contextLines));
    }),
    { numRuns: 2000 },
  );
});

it('is understood by patch', () => {
  const folder = temporaryFolder();
  const at = join(folder, 'a.txt');
  const text = fc.tuple(lines, fc.constantFrom('', 'end')).map(([list, end]) => list.join('') + end);
  fc.assert(
    fc.property(text, text, (base, content) => {
      fc.pre(base !== content && base !== '' && content !== '');
      writeFileSync(at, base);
      execFileSync('patch', ['--binary', '-s', '-p1', '-d', folder], { input: render(base, content).diff });
      expect(readFileSync(at, 'utf8')).toBe(content);
    }),
    { numRuns: 40 },
  );
});

it('finds the shortest script', () => {
  const a = splitLines('a\nb\nc\na\nb\nb\na\n');
  const b = splitLines('c\nb\na\nb\na\nc\n');
  const edits = diffLines(a, b).reduce((sum, block) => sum + block.aEnd - block.aStart + block.bEnd - block.bStart, 0);
  expect(edits).toBe(5);
});

it.each([
  ['nothing in common', (index: number) => `other ${index}\n`],
  ['every second line changed', (index: number) => (index % 2 === 0 ? `line ${index}\n` : `changed ${index}\n`)],
  ['one line changed', (index: number) => (index === 20_000 ? 'changed\n' : `line ${index}\n`)],
])('is quick on large texts: %s', (_name, change) => {
  const base = Array.from({ length: 100_000 }, (_, index) => `line ${index}\n`);
  const content = base.map((_, index) => change(index));
  const startedAt = performance.now();
  renderDiff('a.txt', Buffer.from(base.join('')), Buffer.from(content.join('')));
  // 1 MB is meant to take less than 100 ms on a quiet machine; a quadratic one would take minutes.
  expect(performance.now() - startedAt).toBeLessThan(2000);
});

it('is bounded on lines that repeat', () => {
  const a = Array.from({ length: 60_000 }, (_, index) => `${index % 7}\n`);
  const b = Array.from({ length: 60_000 }, (_, index) => `${(index * 3) % 11}\n`);
  const startedAt = performance.now();
  diffLines(a, b);
  expect(performance.now() - startedAt).toBeLessThan(2000);
});
