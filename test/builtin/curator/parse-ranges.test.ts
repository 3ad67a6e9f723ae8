import { expect, it } from 'vitest';
import { parseRanges } from '../../../src/builtin/curator/parse-ranges.js';
import { verifies } from '../../requirements.js';

const answer = (...ranges: readonly unknown[]): string => JSON.stringify({ line_ranges: ranges, summary: 's' });

it('takes ranges of the file, in order and joined', () => {
  verifies('local-harness.curator.output');
  const given = [
    { start: 50, end: 60, reason: 'b' },
    { start: 1, end: 5, reason: 'a' },
    { start: 6, end: 9 },
    { start: 55, end: 58 },
  ];
  const expected = [
    { start: 1, end: 9 },
    { start: 50, end: 60 },
  ];
  expect(parseRanges(answer(...given), 100)).toEqual(expected);
  expect(parseRanges(`\`\`\`json\n${answer(...given)}\n\`\`\`\n`, 100)).toEqual(expected);
});

it('skips what is no range of the file', () => {
  verifies('local-harness.curator.bad-ranges');
  const bad = [
    { start: 0, end: 5 },
    { start: 99, end: 101 },
    { start: 9, end: 5 },
    { start: 1, end: 2 },
    { start: '1', end: 5 },
    { start: 1.5, end: 5 },
    { start: 1 },
    null,
    7,
    [],
    { start: 1, end: 1e308 },
  ];
  expect(parseRanges(answer(...bad, { start: 10, end: 12 }), 100)).toEqual([{ start: 10, end: 12 }]);
  expect(parseRanges(answer(...bad), 100)).toBeUndefined();
});

it.each(['', 'no JSON', '{', '[]', 'null', '7', '{}', '{"line_ranges": 7}', '{"line_ranges": []}', '['.repeat(10_000)])(
  'finds nothing in %j',
  (text) => {
    verifies('local-harness.curator.failure');
    expect(parseRanges(text, 100)).toBeUndefined();
  },
);
