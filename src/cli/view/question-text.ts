import { resolve } from 'node:path';
import { cutEnd, cutStart, plural } from '../../base/text.js';
import type { Question } from '../../run/question.js';
import type { Preview } from '../../tool/plan.js';
import { safeLine, safeText } from '../safe-text.js';
import type { Style } from './style.js';

type Approval = Extract<Question, { kind: 'approval' }>;
type Input = Extract<Question, { kind: 'input' }>;

/** The most lines and characters of a preview; beyond, its head and tail are shown with the count between. */
const maxLines = 400;
const maxLineLength = 2000;

export const approvalChoices = '[y] once  [n] deny  [r] deny and say why';

/** What a person is shown before they decide: everything in a gutter of ours, every hidden character as an escape. */
export function renderQuestion(
  question: Question,
  options: { readonly style: Style; readonly workspace: string },
): string {
  return question.kind === 'input' ? renderInput(question, options.style) : renderApproval(question, options);
}

function renderApproval(
  question: Approval,
  { style, workspace }: { readonly style: Style; readonly workspace: string },
): string {
  const { tool, level, reasons, preview, sandboxed, facts, digest } = question;
  const commands = facts.some(({ kind }) => kind === 'exec' || kind === 'process');
  const alarming = level === 'high' || level === 'critical';
  const grade = alarming ? style.red(`⚠ ${level}`) : level;
  const unknown = facts.filter(({ known }) => !known).map(({ note, target }) => note ?? `not known: ${target}`);
  const why = [...new Set([...reasons, ...unknown])].map((reason) => safeLine(reason, strict));
  return [
    style.bold(`? May ${safeLine(tool, strict)} run?${titleOf(preview)}`),
    ...gutter(previewLines(question, workspace, style), style),
    `  ${grade}${why.length === 0 ? '' : `: ${why.join('; ')}`}`,
    ...(commands && !sandboxed ? [`  ${style.yellow('not sandboxed')}: it runs with your own rights`] : []),
    style.dim(`  for exactly this call, ${digest.slice(0, 12)}`),
  ].join('\n');
}

function renderInput({ tool, text, options }: Input, style: Style): string {
  const choices = options.map((option, at) => `  ${at + 1}. ${safeLine(option)}`);
  const how = options.length > 0 ? 'a number, or your own words' : 'your answer';
  return [
    style.bold(`? ${safeLine(tool)} asks:`),
    ...gutter(bounded(safeText(text).split('\n')), style),
    ...choices,
    style.dim(`  ${how}`),
  ].join('\n');
}

function titleOf(preview: Preview): string {
  if (preview.kind !== 'diff') return '';
  const { operation, path, added, removed } = preview;
  return ` It would ${operation} ${safeLine(path, strict)} (+${added} −${removed})`;
}

function previewLines({ preview, ...call }: Approval, workspace: string, style: Style): readonly string[] {
  if (preview.kind === 'diff') return bounded(shown(preview.diff)).map((line) => colourDiff(line, style));
  if (preview.kind === 'command') {
    const [first = '', ...rest] = bounded(shown(preview.command));
    return [
      `$ ${first}`,
      ...rest.map((line) => `  ${line}`),
      style.dim(`in ${safeLine(resolve(workspace, preview.cwd), strict)}`),
    ];
  }
  if (preview.kind === 'text') return bounded(shown(preview.text));
  return bounded(shown(JSON.stringify(call.arguments, null, 2) ?? ''));
}

const strict = { strict: true } as const;

function shown(text: string): readonly string[] {
  return safeText(text.replace(/\n$/, ''), strict).split('\n').map(boundLine);
}

function colourDiff(line: string, style: Style): string {
  if (line.startsWith('+++') || line.startsWith('---')) return style.dim(line);
  if (line.startsWith('+')) return style.green(line);
  if (line.startsWith('-')) return style.red(line);
  return line.startsWith('@@') ? style.cyan(line) : line;
}

/** Never hides a tail: what is left out is in the middle, and counted. */
function bounded(lines: readonly string[]): readonly string[] {
  if (lines.length <= maxLines) return lines;
  const head = lines.slice(0, maxLines * 0.75);
  const tail = lines.slice(-maxLines * 0.25);
  return [...head, `… ${plural(lines.length - maxLines, 'line')} left out here …`, ...tail];
}

function boundLine(line: string): string {
  if (line.length <= maxLineLength) return line;
  const half = maxLineLength / 2;
  return `${cutEnd(line, half)} … ${line.length - maxLineLength} characters left out here … ${cutStart(line, half)}`;
}

function gutter(lines: readonly string[], style: Style): readonly string[] {
  return lines.map((line) => `${style.dim('  │')} ${line}`);
}
