import type { BarResult } from './bars.js';
import type { Row } from './figures.js';

/** The figures and the bars as a text for people. */
export function renderReport(rows: readonly Row[], bars: readonly BarResult[]): string {
  const lines = rows.map(({ race, contender, cost, ratio }, at) => [
    race === rows[at - 1]?.race ? '' : race,
    contender,
    microseconds(cost.wall),
    ratio.wall.toFixed(2),
    microseconds(cost.cpu),
    ratio.cpu.toFixed(2),
  ]);
  const checks = bars.map(({ says, ratio, limit, below, ok }) => [
    ok ? 'ok' : 'MISSED',
    `${ratio.toFixed(2)} ${below === true ? '<' : '≤'} ${limit}`,
    says,
  ]);
  return [
    ...columns([['', '', 'µs/call', '×', 'of CPU', '×'], ...lines], [false, false, true, true, true, true]),
    '',
    ...columns(checks, [false, true, false]),
  ].join('\n');
}

const microseconds = (value: number): string => value.toFixed(value < 100 ? 2 : 0);

function columns(rows: readonly (readonly string[])[], right: readonly boolean[]): string[] {
  const widths = right.map((_, column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        right[column] === true ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}
