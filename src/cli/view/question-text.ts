import { resolve } from 'node:path';
import { cutEnd, cutStart } from '../../base/text.js';
import type { Question } from '../../run/question.js';
import type { Preview } from '../../tool/plan.js';
import { safeLine, safeText } from '../safe-text.js';
import type { Style } from './style.js';

type Approval = Extract<Question, { kind: 'approval' }>;
type Input = Extract<Question, { kind: 'input' }>;

/** The most lines and characters of a preview that is no command; beyond, head and tail, with the count between. */
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
  const untold = unknown.filter((note) => !reasons.some((reason) => reason.includes(note)));
  // That commands are not confined has a line of its own.
  const told = reasons.filter((reason) => reason !== 'not sandboxed');
  const why = [...new Set([...told, ...untold])].map((reason) => countSpaces(safeLine(reason, strict)));
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
    ...gutter(bounded(safeText(text).split('\n'), style), style),
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
  if (preview.kind === 'diff')
    return bounded(
      shown(preview.diff).map((line) => colourDiff(line, style)),
      style,
    );
  if (preview.kind === 'command') {
    // Whole, however long: a person approves all of it.
    const [first = '', ...rest] = safeLines(preview.command).map(countSpaces);
    return [
      `$ ${first}`,
      ...rest.map((line) => `  ${line}`),
      style.dim(`in ${safeLine(resolve(workspace, preview.cwd), strict)}`),
    ];
  }
  if (preview.kind === 'text') return bounded(shown(preview.text), style);
  return bounded(shown(JSON.stringify(call.arguments, null, 2) ?? ''), style);
}

const strict = { strict: true } as const;

const shown = (text: string): readonly string[] => safeLines(text).map(boundLine);

const safeLines = (text: string): readonly string[] => safeText(text.replace(/\n$/, ''), strict).split('\n');

/** Spaces that would push what follows them out of sight are told by their number. */
function countSpaces(line: string): string {
  return line.replaceAll(/ {41,}|\t{41,}/g, (run) => `⟨${run.length} ${run.startsWith(' ') ? 'spaces' : 'tabs'}⟩`);
}

function colourDiff(line: string, style: Style): string {
  if (line.startsWith('+++') || line.startsWith('---')) return style.dim(line);
  if (line.startsWith('+')) return style.green(line);
  if (line.startsWith('-')) return style.red(line);
  return line.startsWith('@@') ? style.cyan(line) : line;
}

/** Never hides a tail: what is left out is in the middle, and counted. */
function bounded(lines: readonly string[], style: Style): readonly string[] {
  if (lines.length <= maxLines) return lines;
  const head = lines.slice(0, maxLines * 0.75);
  const tail = lines.slice(-maxLines * 0.25);
  const warning = style.yellow(`⚠ ${lines.length - maxLines} of ${lines.length} lines are not shown here`);
  return [...head, warning, ...tail];
}

function boundLine(line: string): string {
  if (line.length <= maxLineLength) return line;
  const half = maxLineLength / 2;
  return `${cutEnd(line, half)} … ${line.length - maxLineLength} characters left out here … ${cutStart(line, half)}`;
}

function gutter(lines: readonly string[], style: Style): readonly string[] {
  return lines.map((line) => `${style.dim('  │')} ${line}`);
}
