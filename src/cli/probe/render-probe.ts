import type { Finding, ProbeReport } from '../../model/probe/probe-report.js';
import { safeLine } from '../safe-text.js';
import type { Style } from '../view/style.js';

/** A report for people. */
export function renderProbe(report: ProbeReport, style: Style): string {
  const rows: readonly (readonly [string, Finding])[] = [
    ['calls by the API', report.native],
    ['calls in its own text', report.text],
    ['calls written as told', report.prompt],
    ['uses results', report.results],
    ['several calls at once', report.parallel],
    ['exact text', report.exact],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const marks = { works: style.green('yes'), fails: style.red('no '), 'not-tried': style.dim('-  ') } as const;
  const lines = rows
    .filter(([, { state }]) => state !== 'not-tried')
    .map(([name, { state, says }]) => `${marks[state]}  ${name.padEnd(width)}  ${safeLine(says)}`);
  const { inputTokens, outputTokens } = report.usage;
  const first = report.firstSignMs === undefined ? '' : `first sign after ${report.firstSignMs} ms, `;
  return [
    style.bold(safeLine(report.model)),
    ...lines,
    style.dim(`${first}${inputTokens} tokens in, ${outputTokens} out`),
    conclusion(report),
  ].join('\n');
}

function conclusion({ advice, failure, writtenFormat }: ProbeReport): string {
  if (failure !== undefined) return `It could not be probed: ${safeLine(failure.message)}`;
  if (advice === undefined) {
    const wrote = writtenFormat === undefined ? '' : ` It writes calls of its own as text (${writtenFormat}).`;
    return `No way of calling tools works with this model.${wrote} Try a larger one.`;
  }
  if (advice.toolCalls === 'native') return 'Its calls by the API work: nothing needs to be set.';
  if (advice.toolCalls === 'auto')
    return `It writes calls as text (${writtenFormat}), and they are read: nothing needs to be set.`;
  return `It needs prompt mode: toolCalls prompt, dialect ${advice.dialect}.`;
}
