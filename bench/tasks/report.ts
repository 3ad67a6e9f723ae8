import type { Tokens } from './measure-turn.js';
import type { SkippedTask, TaskResult } from './run-task.js';

/** All runs of the tasks with one model in one profile. */
export interface Series {
  readonly model: string;
  readonly profile: string;
  readonly results: readonly (TaskResult | SkippedTask)[];
}

export interface Totals {
  readonly runs: number;
  readonly successes: number;
  readonly rounds: number;
  readonly calls: number;
  readonly failedCalls: number;
  readonly tokens: Tokens;
  readonly seconds: number;
}

export const isRun = (result: TaskResult | SkippedTask): result is TaskResult => !('skipped' in result);

export function totalsOf(results: readonly (TaskResult | SkippedTask)[]): Totals {
  const runs = results.filter(isRun);
  const sum = (of: (result: TaskResult) => number): number => runs.reduce((total, result) => total + of(result), 0);
  return {
    runs: runs.length,
    successes: sum(({ success }) => (success ? 1 : 0)),
    rounds: sum(({ rounds }) => rounds),
    calls: sum(({ calls }) => calls.length),
    failedCalls: sum(({ calls }) => calls.filter((call) => call.includes(':')).length),
    tokens: {
      input: sum(({ tokens }) => tokens.input),
      cached: sum(({ tokens }) => tokens.cached),
      output: sum(({ tokens }) => tokens.output),
      subagents: sum(({ tokens }) => tokens.subagents),
      estimated: runs.some(({ tokens }) => tokens.estimated),
    },
    seconds: Number(sum(({ seconds }) => seconds).toFixed(3)),
  };
}

/** A table for each model and profile, and what was wrong below it. */
export function renderReport(series: readonly Series[]): string {
  return series.map(renderSeries).join('\n\n');
}

function renderSeries({ model, profile, results }: Series): string {
  const names = [...new Set(results.map(({ task }) => task))];
  const rows = names.map((name) =>
    rowOf(
      name,
      results.filter(({ task }) => task === name),
    ),
  );
  const totals = totalsOf(results);
  const isEstimated = totals.tokens.estimated ? ['Tokens are estimated where the server does not count them.'] : [];
  const problems = results.flatMap((result) =>
    isRun(result) && !result.success ? [`${result.task}: ${result.problems.join('; ')}`] : [],
  );
  const skipped = results.flatMap((result) => (isRun(result) ? [] : [`${result.task}: ${result.skipped}`]));
  return [
    `${model}, profile ${profile}`,
    '',
    ...columns([head, ...rows, rowOf('all', results)]),
    ...section('Not solved:', problems),
    ...section('Left out:', skipped),
    ...section('', isEstimated),
  ].join('\n');
}

const head = ['task', 'solved', 'rounds', 'calls', 'failed', 'tokens in', 'cached', 'out', 'seconds'];

function rowOf(name: string, results: readonly (TaskResult | SkippedTask)[]): readonly string[] {
  const { runs, successes, rounds, calls, failedCalls, tokens, seconds } = totalsOf(results);
  if (runs === 0) return [name, '-'];
  const counts = [rounds, calls, failedCalls, tokens.input, tokens.cached, tokens.output];
  return [name, `${successes}/${runs}`, ...counts.map((count) => count.toLocaleString('en')), seconds.toFixed(1)];
}

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', ...(title === '' ? [] : [title]), ...[...new Set(lines)].map((line) => `  ${line}`)];

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
