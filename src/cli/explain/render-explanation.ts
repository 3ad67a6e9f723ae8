import type { Check } from '../../agent/message-reading.js';
import { parseJsonAt } from '../../base/json.js';
import { nearest } from '../../base/nearest.js';
import { plural } from '../../base/text.js';
import { findBuiltin } from '../../builtin/builtin-tools.js';
import type { ParserTool } from '../../dialect/dialect.js';
import { findNearMiss } from '../../dialect/near-miss.js';
import type { PlacedProblem, ReadCall, ReadMessage } from '../../dialect/read-message.js';
import type { Decision, Mode } from '../../policy/policy.js';
import type { SessionRecord } from '../../session/event.js';
import type { CallPreview } from '../../session/preview-calls.js';
import { safeLine, safeText } from '../safe-text.js';
import { renderCall, renderResult } from '../view/call-line.js';
import type { Style } from '../view/style.js';
import type { Source } from './read-source.js';

export interface Explained {
  readonly source: Source;
  readonly read: ReadMessage;
  /** What the message was read in: the name of a dialect, or `auto`. */
  readonly dialect: string;
  readonly tools: readonly ParserTool[];
  /** Of the calls, in their order; those of tools we only know the schema of have no decision worth telling. */
  readonly previews: readonly CallPreview[];
  readonly policyTold: boolean;
  readonly mode: Mode;
  /** It is the profile that reads messages so. */
  readonly isOwn: boolean;
  /** What its document says to look for. */
  readonly checks?: readonly Check[];
  /** The profile, where it is not the default one. */
  readonly profile?: string;
}

/** Step by step, in plain words. */
export function renderExplanation(explained: Explained, style: Style): string {
  const { source, read, tools } = explained;
  const steps = [
    `${style.bold('Message')}  ${plural(source.text.length, 'character')} from ${safeLine(source.from)}`,
    formatStep(explained, style),
    ...partSteps(read, style),
    ...read.calls.map((call, at) => callStep(explained, call, at, style)),
    ...[...read.problems, ...read.repairs].map((problem) => problemStep(source.text, problem, style)),
    ...(explained.checks === undefined
      ? nothingStep(explained, style)
      : [checkStep(explained.checks, explained, style)]),
    ...recordedSteps(source.behind, style),
  ];
  const offered =
    tools.length === 0 ? 'No tools were offered.' : `Offered: ${tools.map(({ name }) => name).join(', ')}.`;
  return [...steps, style.dim(safeLine(offered))].join('\n\n');
}

function formatStep({ read, dialect, isOwn, profile }: Explained, style: Style): string {
  const head = style.bold('Format');
  if (isOwn) return `${head}   ${dialect}, as the profile ${profile} reads it`;
  if (dialect !== 'auto') return `${head}   ${dialect}, as you said`;
  if (read.dialect !== undefined) return `${head}   ${read.dialect}, known by how it is written`;
  return `${head}   none of a call`;
}

function partSteps({ text, reasoning }: ReadMessage, style: Style): readonly string[] {
  const part = (name: string, said: string): readonly string[] =>
    said.trim() === '' ? [] : [`${style.bold(name)}  ${plural(said.length, 'character')}: ${excerpt(said)}`];
  return [...part('Reasoning', reasoning), ...part('Text', text)];
}

const excerpt = (text: string): string => {
  const line = safeLine(text.trim().replaceAll(/\s+/g, ' '));
  return line.length > 100 ? `${line.slice(0, 100)}…` : line;
};

function callStep(
  { tools, previews, policyTold, mode, profile }: Explained,
  call: ReadCall,
  at: number,
  style: Style,
): string {
  const lines = [
    `${style.bold(`Call ${at + 1}`)}   ${renderCall(call.name, call.arguments)} ${style.dim(safeLine(call.id))}`,
  ];
  const renamed = findBuiltin(call.name)?.name;
  const known = tools.some(({ name }) => name === call.name || name === renamed);
  const yes = (words: string): number => lines.push(`  ${style.green('✓')} ${safeText(words)}`);
  const no = (words: string): number => lines.push(`  ${style.red('✗')} ${safeText(words)}`);
  if (!known) {
    const near = nearest(
      call.name,
      tools.map(({ name }) => name),
    );
    no(`There is no tool of this name${near === undefined ? '' : `; the nearest is ${near}`}. The model is told so.`);
    return lines.join('\n');
  }
  yes('The tool is known.');
  const preview = previews[at];
  if (preview === undefined) return lines.join('\n');
  if (preview.type === 'refused') {
    no(preview.message);
    return lines.join('\n');
  }
  for (const { path, from, to } of preview.coercions) yes(`The ${from} at ${path} is read as ${to}.`);
  yes('The arguments fit its schema.');
  if (policyTold) lines.push(`  ${verdictLine(preview.decision, { mode, profile }, style)}`);
  return lines.join('\n');
}

function verdictLine(
  { verdict, level, reasons }: Decision,
  { mode, profile }: { readonly mode: Mode; readonly profile: string | undefined },
  style: Style,
): string {
  const words = {
    allow: 'it runs unasked',
    notify: 'it runs and is told',
    ask: 'a person is asked',
    deny: 'it is denied',
  };
  const mark = verdict === 'deny' ? style.red('✗') : verdict === 'ask' ? style.yellow('?') : style.green('✓');
  const where = profile === undefined ? `In mode ${mode}` : `With the profile ${profile}, in mode ${mode}`;
  const why = reasons.length === 0 ? '' : `: ${reasons.join('; ')}`;
  return `${mark} ${safeText(`${where} ${words[verdict]}, level ${level}${why}.`)}`;
}

/** What is wrong, and where; in broken JSON the very place. */
function problemStep(text: string, { code, message, at }: PlacedProblem, style: Style): string {
  const place = code === 'call-rejected' ? (jsonErrorAt(text, at) ?? at) : at;
  return `${style.bold(titles[code])}  ${safeText(message)}\n${markPlace(text, place, style)}`;
}

const titles = {
  'call-rejected': 'Not run',
  'call-repaired': 'Repaired',
  'call-ignored': 'Ignored',
  'call-repeated': 'Left out',
  'result-ignored': 'Left out',
} as const;

function jsonErrorAt(text: string, from: number): number | undefined {
  const start = /[[{]/.exec(text.slice(from, from + 256));
  if (start === null) return undefined;
  const read = parseJsonAt(text, from + start.index);
  return read.ok ? undefined : Math.min(read.problem.at, text.length);
}

function nothingStep({ read, source, tools }: Explained, style: Style): readonly string[] {
  if (read.calls.length > 0 || read.problems.length > 0) return [];
  const miss = findNearMiss(source.text, { tools });
  if (miss === undefined) return [`${style.bold('Result')}   It is an answer in plain words: nothing is run.`];
  return [`${style.bold('Nearest')}  ${safeText(miss.says)}\n${markPlace(source.text, miss.at, style)}`];
}

/** What the document of the profile says to look for, up to what the rest depends on. */
function checkStep(checks: readonly Check[], { source, profile }: Explained, style: Style): string {
  const lines = checks.flatMap(({ what, ok, why = '', at }) => [
    `  ${ok ? style.green('✓') : style.red('✗')} ${safeText(ok ? what : `${what}: ${why}`)}`,
    ...(at === undefined ? [] : [markPlace(source.text, at, style)]),
  ]);
  return [`${style.bold('Checklist')} of ${profile}`, ...lines].join('\n');
}

/** What is recorded of calls that the text no longer holds. */
function recordedSteps(events: readonly SessionRecord[], style: Style): readonly string[] {
  const lines: string[] = [];
  for (const event of events) {
    if (event.type === 'message-problem') lines.push(`  ! ${safeText(event.body.message)}`);
    if (event.type === 'call-admitted') lines.push(`  • ${renderCall(event.body.name, event.body.arguments)}`);
    if (event.type === 'call-settled') lines.push(`  ⎿ ${event.body.outcome}: ${renderResult(event.body)}`);
    if (event.type === 'turn-ended' && event.body.message !== undefined)
      lines.push(`  ! ${safeText(event.body.message)}`);
  }
  return lines.length === 0 ? [] : [`${style.bold('What happened then')}\n${lines.join('\n')}`];
}

const width = 76;

/** The line of a text that holds a place, cut to fit, with a mark below it. */
function markPlace(text: string, place: number, style: Style): string {
  const at = Math.max(0, Math.min(place, text.length));
  const before = text.slice(0, at);
  const start = before.lastIndexOf('\n') + 1;
  const newline = text.indexOf('\n', at);
  const line = text.slice(start, newline === -1 ? text.length : newline);
  const column = at - start;
  const from = Math.max(0, column - Math.floor(width / 2));
  const lead = from > 0 ? '…' : '';
  const shown = line.slice(from, from + width);
  const left = lead + safeLine(line.slice(from, column));
  const row = before.split('\n').length;
  return [
    `  ${style.dim(`line ${row}, column ${column + 1}`)}`,
    `    ${lead}${safeLine(shown)}${from + width < line.length ? '…' : ''}`,
    `    ${' '.repeat(left.length)}${style.yellow('^')}`,
  ].join('\n');
}
