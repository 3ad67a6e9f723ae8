import fc from 'fast-check';
import { expect, it } from 'vitest';
import { condenseFile } from '../../../src/builtin/curator/condense-file.js';

const sizeOf = (shown: ReturnType<typeof condenseFile>): number =>
  shown.reduce((sum, { text }) => sum + text.length + 10, 0);

it('shows how a file begins, what the conversation names with what is around it, and of the rest the heads', () => {
  const lines = Array.from({ length: 50_000 }, (_, at) => (at % 10 === 0 ? `fn part_${at}() {` : `    let x = ${at};`));
  lines[31_415] = '    launch_rocket();';
  const shown = condenseFile(lines, { said: 'Where is launch_rocket called?', room: 20_000 });
  const numbers = shown.map(({ number }) => number);
  expect(numbers.slice(0, 50)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1));
  expect(numbers).toEqual(expect.arrayContaining([31_414, 31_415, 31_416, 31_417, 31_418]));
  const rest = shown.filter(({ number }) => number > 200 && Math.abs(number - 31_416) > 3);
  expect(rest.filter(({ text }) => text.startsWith('fn part_')).length).toBeGreaterThan(rest.length * 0.9);
  // Over the whole file, not only its first part.
  for (const tenth of Array.from({ length: 10 }, (_, at) => at * 5000))
    expect(rest.some(({ number }) => number > tenth && number <= tenth + 5000)).toBe(true);
  expect(sizeOf(shown)).toBeLessThanOrEqual(20_000);
});

it('cuts lines that are long', () => {
  const shown = condenseFile(['x'.repeat(5000), 'short'], { said: '', room: 1000 });
  expect(shown.map(({ number, text }) => [number, text.length <= 300])).toEqual([
    [1, true],
    [2, true],
  ]);
});

it('shows lines in order, each once, within the room, whatever there is', () => {
  const line = fc.string({ maxLength: 400, unit: 'binary' }).map((text) => text.replaceAll(/[\r\n]/g, ''));
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 200 }),
      fc.string(),
      fc.integer({ min: 0, max: 5000 }),
      (lines, said, room) => {
        const shown = condenseFile(lines, { said, room });
        const numbers = shown.map(({ number }) => number);
        expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
        expect(sizeOf(shown)).toBeLessThanOrEqual(room);
        for (const { number, text } of shown)
          expect(text.slice(0, 290)).toBe(lines[number - 1]?.slice(0, text.length < 290 ? undefined : 290));
      },
    ),
  );
});
