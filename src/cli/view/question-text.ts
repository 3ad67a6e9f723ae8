import type { ApprovalStyle } from '../../agent/approval-style.js';
import { spacedJson } from '../../base/spaced-json.js';
import { toolwrightProfile } from '../../profile/toolwright.js';
import type { Question } from '../../run/question.js';
import type { Fact } from '../../tool/fact.js';
import { safeLine } from '../safe-text.js';
import { factLines, phrase } from './fact-lines.js';
import { argumentLines, countSpaces, previewLines, textLines } from './preview-lines.js';
import type { Style } from './style.js';
import { taintLines } from './taint-lines.js';
import { textWarnings } from './text-warnings.js';

type Approval = Extract<Question, { kind: 'approval' }>;
type Input = Extract<Question, { kind: 'input' }>;

export interface QuestionView {
  readonly style: Style;
  readonly workspace: string;
  /** How the profile asks; the default one when absent. */
  readonly approval?: ApprovalStyle;
  /** The most facts that are listed; all when absent. */
  readonly maxFacts?: number;
}

/** A question in the parts it is shown in: what it is, what would run, and what is to be known of it. */
export interface QuestionText {
  readonly head: readonly string[];
  /** Can be of any length: all of it is what the person answers for. */
  readonly body: readonly string[];
  readonly tail: readonly string[];
}

/** What a person is shown before they decide: everything in a gutter of ours, every hidden character as an escape. */
export function renderQuestion(question: Question, view: QuestionView): string {
  const { head, body, tail } = questionText(question, view);
  return [...head, ...body, ...tail].join('\n');
}

export function questionText(question: Question, view: QuestionView): QuestionText {
  return question.kind === 'input' ? inputText(question, view.style) : approvalText(question, view);
}

function approvalText(question: Approval, view: QuestionView): QuestionText {
  const { style } = view;
  const { title, labels, listsArguments } = view.approval ?? toolwrightProfile.approval;
  const { preview, tool, callId } = question;
  const tail = approvalTail(question, view).map((line) => `  ${line}`);
  if (labels !== undefined) {
    const lines = preview.kind === 'arguments' ? [] : previewLines(preview, { ...view, arguments: question.arguments });
    return {
      head: [style.bold(`${asker(question)}${title}`), ...againLines(question, style)],
      body: ['', ...labelled(question, { ...view, labels }), ...gutter(lines, style), ...steered(question, style)],
      tail,
    };
  }
  const asked = title.replace('{tool}', () => quoted(tool)).replace('{call}', () => safeLine(callId, strict));
  const lines = previewLines(preview, { ...view, arguments: question.arguments });
  const more = listsArguments === true && preview.kind !== 'arguments' ? argumentLines(question.arguments) : [];
  return {
    head: [style.bold(`? ${asker(question)}${sentences(asked, changeOf(question))}`), ...againLines(question, style)],
    body: [...gutter([...more, ...lines], style), ...steered(question, style)],
    tail,
  };
}

type Labels = NonNullable<ApprovalStyle['labels']>;

/** On one line each, whatever the arguments are: no part of them can stand for a line of ours. */
function labelled(question: Approval, view: QuestionView & { readonly labels: Labels }): readonly string[] {
  const { labels } = view;
  const args = countSpaces(safeLine(spacedJson(question.arguments), strict));
  return [
    `${labels.tool}: ${quoted(question.tool)}`,
    `${labels.arguments}: ${args}`,
    `${labels.level}: ${gradeOf(question, view, '')}`,
  ];
}

/** What came in from outside stands in the gutter too: it is wrapped and escaped as what would run is. */
function steered({ taint }: Approval, style: Style): readonly string[] {
  if (taint === undefined) return [];
  return taintLines(taint, style.dim('│'), style).map((line) => `  ${line}`);
}

/** That a call has run before is to be known before anything else of it. */
function againLines({ again }: Approval, style: Style): readonly string[] {
  if (again === undefined) return [];
  return [
    `  ${style.yellow('It was run, and the sandbox refused it what it needs')} (${said(again.ended)}):`,
    ...again.refused.map((fact) => `    ${phrase(fact)}${fact.forbidden === true ? ', which is never allowed' : ''}`),
    '  With a yes it is run again, and may do that. It may have done part of its work already.',
  ];
}

function approvalTail(question: Approval, view: QuestionView): readonly string[] {
  const { style } = view;
  const { facts, digest, withheld, offers } = question;
  const { choices } = view.approval ?? toolwrightProfile.approval;
  const lasting = choices.some(({ gives }) => gives === 'session' || gives === 'project' || gives === 'always');
  const unlasting = lasting && withheld !== undefined && offers.length === 0;
  return [
    ...knownFacts(question, view),
    ...textWarnings(question).map((warning) => style.yellow(`⚠ ${warning}`)),
    ...levelLines(question, view),
    ...undoLine(question, style),
    ...(facts.some(({ kind }) => kind === 'exec' || kind === 'process') ? [sandboxLine(question, style)] : []),
    ...(unlasting ? [style.dim(`only once: ${safeLine(withheld, strict)}`)] : []),
    style.dim(`for exactly this call, ${digest.slice(0, 12)}`),
  ];
}

/** A single fact that is the reason already needs no line of its own. */
function knownFacts({ facts, reasons, again }: Approval, { maxFacts, style }: QuestionView): readonly string[] {
  const [only] = facts;
  if (facts.length === 1 && only !== undefined && reasons.some((reason) => said(reason).includes(phrase(only))))
    return [];
  // What it was kept from stands at the head.
  const atHead = ({ kind, target }: Fact): boolean =>
    again?.refused.some((fact) => fact.kind === kind && fact.target === target) === true;
  const lines = factLines(facts.filter((fact) => fact.refused !== true || !atHead(fact)));
  if (maxFacts === undefined || lines.length <= maxFacts) return lines;
  return [...lines.slice(0, maxFacts), style.yellow(`… and ${lines.length - maxFacts} more: f lists them all`)];
}

/** With labels the level has a line of its own; that it is high is warned of here all the same. */
function levelLines(question: Approval, view: QuestionView): readonly string[] {
  const { style, approval } = view;
  const why = whyOf(question);
  if (approval?.labels === undefined) {
    const capital = approval?.capitalLevel === true;
    return [`${gradeOf(question, view, capital ? '⚠ ' : '')}${why === '' ? '' : `: ${why}`}`];
  }
  if (why === '') return [];
  return [isAlarming(question) ? style.red(`⚠ ${why}`) : why];
}

const isAlarming = ({ level }: Approval): boolean => level === 'high' || level === 'critical';

function gradeOf(question: Approval, { style, approval }: QuestionView, sign: string): string {
  const word = approval?.capitalLevel === true ? question.level.toUpperCase() : question.level;
  if (!isAlarming(question)) return `${sign}${word}`;
  return style.red(approval?.labels === undefined ? `⚠ ${word}` : word);
}

function whyOf({ reasons, facts }: Approval): string {
  const unknown = facts.filter(({ known }) => !known).map(({ note, target }) => note ?? `not known: ${target}`);
  const untold = unknown.filter((note) => !reasons.some((reason) => reason.includes(note)));
  // That commands are not confined has a line of its own.
  const told = reasons.filter((reason) => reason !== 'not sandboxed');
  return [...new Set([...told, ...untold])].map(said).join('; ');
}

function undoLine({ undo }: Approval, style: Style): readonly string[] {
  if (undo === undefined) return [];
  if (!undo.possible) return [`${style.yellow('cannot be undone')}: ${safeLine(undo.why, strict)}`];
  return [`can be undone${undo.note === undefined ? '' : `: ${safeLine(undo.note, strict)}`}`];
}

function sandboxLine({ sandboxed }: Approval, style: Style): string {
  return sandboxed ? 'sandboxed' : `${style.yellow('not sandboxed')}: it runs with your own rights`;
}

function inputText(question: Input, style: Style): QuestionText {
  const { tool, text, options, review } = question;
  const title = review === true ? `${quoted(tool)}: carry this plan out?` : `${quoted(tool)} asks:`;
  return {
    head: [style.bold(`? ${asker(question)}${title}`)],
    body: gutter(textLines(text, { strict: review === true }), style),
    tail: [
      ...textWarnings(question).map((warning) => style.yellow(`  ⚠ ${warning}`)),
      ...options.map((option, at) => `  ${at + 1}. ${safeLine(option)}`),
      style.dim(`  ${howToAnswer(question)}`),
    ],
  };
}

function howToAnswer({ options, several, review, waitMs }: Input): string {
  const within = waitMs === undefined ? '' : `, within ${Math.ceil(waitMs / 1000)} s`;
  if (review === true) return `a number, or what shall be changed${within}`;
  if (options.length === 0) return `your answer${within}`;
  return `${several === true ? 'numbers such as 1, 2' : 'a number'}, or your own words${within}`;
}

function changeOf({ preview }: Approval): string {
  if (preview.kind !== 'diff') return '';
  const { operation, path, added, removed } = preview;
  return `It would ${operation} ${safeLine(path, strict)} (+${added} −${removed})`;
}

/** A title need not be a sentence: what follows it begins a new one. */
const sentences = (first: string, second: string): string =>
  second === '' ? first : `${first}${/[.?!:]$/.test(first) ? '' : '.'} ${second}`;

/** Whose question it is, when it is not that of the conversation. */
const asker = ({ child }: Question): string => (child === undefined ? '' : `Subagent ${quoted(child.name)}: `);

/** A name that could be read as words of ours is set in quotes. */
const quoted = (name: string): string => (/^[\w.:-]{1,80}$/.test(name) ? name : `“${safeLine(name, strict)}”`);

const strict = { strict: true } as const;
const said = (reason: string): string => countSpaces(safeLine(reason, strict));

const gutter = (lines: readonly string[], style: Style): readonly string[] =>
  lines.map((line) => `${style.dim('  │')} ${line}`);
