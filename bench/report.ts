import type { BarResult } from './bars.js';
import type { Row } from './figures.js';

/** The figures and the bars as a text for people: a table for each unit, in the order the units come. */
export function renderReport(rows: readonly Row[], bars: readonly BarResult[]): string {
  const units = [...new Set(rows.map(({ unit }) => unit))];
  const tables = units.map((unit) =>
    renderTable(
      unit,
      rows.filter((row) => row.unit === unit),
    ),
  );
  const checks = bars.map((bar) => [bar.ok ? 'ok' : 'MISSED', renderLimit(bar), renderSays(bar)]);
  return [...tables, columns(checks, [false, true, false])].map((lines) => lines.join('\n')).join('\n\n');
}

function renderTable(unit: string, rows: readonly Row[]): string[] {
  const lines = rows.map(({ race, contender, cost, ratio }, at) => [
    race === rows[at - 1]?.race ? '' : race,
    contender,
    amount(cost.wall),
    ratio.wall.toFixed(2),
    ...(Number.isNaN(cost.cpu) ? [] : [amount(cost.cpu), ratio.cpu.toFixed(2)]),
  ]);
  const head = ['', '', unit, '×', ...(lines.some(({ length }) => length > 4) ? ['of CPU', '×'] : [])];
  return columns([head, ...lines], [false, false, true, true, true, true]);
}

const amount = (value: number): string => value.toFixed(value < 100 ? 2 : 0);

function renderLimit({ figure, unit, limit, below }: BarResult): string {
  const sign = below === true ? '<' : '≤';
  return unit === undefined ? `${figure.toFixed(2)} ${sign} ${limit}` : `${amount(figure)} ${sign} ${limit} ${unit}`;
}

function renderSays({ says, figure, aim }: BarResult): string {
  return aim === undefined ? says : `${says} (aim ${aim}${figure <= aim ? '' : ', not reached'})`;
}

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
