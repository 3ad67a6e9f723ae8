import { codePointOf, findLookAlikes, type LookAlike, type TextPlace } from '../../base/look-alike.js';
import { cutEnd } from '../../base/text.js';
import type { Question } from '../../run/question.js';
import type { Preview } from '../../tool/plan.js';
import { hiddenCharacters, safeLine } from '../safe-text.js';
import { hostWarnings } from './host-warnings.js';
import { findImitation } from './imitation.js';
import { manyBlank, wideInNames, wideInText } from './preview-lines.js';

type Approval = Extract<Question, { kind: 'approval' }>;

interface Part {
  readonly text: string;
  readonly place: TextPlace;
  /** The content of a file, which may well be about questions and approvals. */
  readonly content?: true;
}

/** What a person should know of the text they are about to approve, because it can be misread. */
export function textWarnings(question: Question): readonly string[] {
  const whole = partsOf(question);
  const parts = whole.map((part) => ({ ...part, text: cutEnd(part.text, maxLooked) }));
  return [
    ...hiddenWarning(parts),
    ...lookAlikeWarnings(parts),
    ...new Set(parts.flatMap(({ text }) => hostWarnings(text))),
    ...new Set(parts.flatMap(paddingWarnings)),
    ...new Set(whole.flatMap(lengthWarning)),
    ...imitationWarning(parts),
    ...unlookedWarning(whole),
    ...(question.kind === 'approval' ? cutWarning(question.preview) : []),
  ];
}

/** Nobody reads more than this, and looking through it must not keep anybody waiting. */
const maxLooked = 100_000;

function unlookedWarning(parts: readonly Part[]): readonly string[] {
  const isLong = parts.some(({ text }) => text.length > maxLooked);
  return isLong ? [`only its first ${maxLooked} characters were looked through for what can be misread`] : [];
}

function partsOf(question: Question): readonly Part[] {
  if (question.kind === 'approval') return approvalParts(question);
  // Where words are asked for, options stand by themselves, and a text that speaks of questions is no trick.
  return [
    { text: question.text, place: 'prose', ...(question.review !== true && { content: true }) },
    ...question.options.map((text): Part => ({ text, place: 'name', content: true })),
  ];
}

function approvalParts({ tool, preview, facts, arguments: args }: Approval): readonly Part[] {
  const names = facts.filter(({ kind }) => kind !== 'exec').flatMap(({ target, via }) => [target, via ?? '']);
  const parts: Part[] = [...new Set([tool, ...names])].map((text) => ({ text, place: 'name' }));
  if (preview.kind === 'command') {
    return [...parts, { text: preview.command, place: 'command' }, { text: preview.cwd, place: 'name' }];
  }
  if (preview.kind === 'text') return [...parts, { text: preview.text, place: 'prose' }];
  if (preview.kind === 'diff')
    return [
      ...parts,
      { text: preview.path, place: 'name' },
      { text: addedLines(preview.diff), place: 'prose', content: true },
    ];
  return [...parts, { text: stringsIn(args).join('\n'), place: 'command' }];
}

/** Only what would be new in the file: what it holds already is not asked about. */
function addedLines(diff: string): string {
  return diff
    .slice(Math.max(0, diff.search(/^@@/m)))
    .split('\n')
    .filter((line) => line.startsWith('+'))
    .map((line) => line.slice(1).replace(/\r$/, ''))
    .join('\n');
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    Array.isArray(value) ? stringsIn(member) : [key, ...stringsIn(member)],
  );
}

function hiddenWarning(parts: readonly Part[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { text, place } of parts) {
    const lineEnds = place === 'name' ? (text.match(/[\n\t]/g) ?? []) : [];
    for (const char of [...hiddenCharacters(text), ...lineEnds]) counts.set(char, (counts.get(char) ?? 0) + 1);
  }
  if (counts.size === 0) return [];
  const told = [...counts]
    .slice(0, maxTold)
    .map(([char, count]) => `${safeLine(char, strict)}${count > 1 ? ` ×${count}` : ''}`);
  return [`hidden or odd characters, shown as escapes: ${told.join(', ')}${more(counts.size)}`];
}

function lookAlikeWarnings(parts: readonly Part[]): readonly string[] {
  const found = new Map<string, LookAlike>();
  for (const { text, place } of parts)
    for (const one of findLookAlikes(text, place)) if (!found.has(one.char)) found.set(one.char, one);
  const told = [...found.values()].slice(0, maxTold).map(({ char, script, like, word }) => {
    const taken = like === undefined ? '' : `, not ${like}`;
    return `${char} in “${safeLine(cutEnd(word, 60), strict)}” is ${codePointOf(char)} ${script.toUpperCase()}${taken}`;
  });
  return told.length === 0 ? [] : [`look-alikes: ${told.join('; ')}${more(found.size)}`];
}

function paddingWarnings({ text, place }: Part): readonly string[] {
  const wide = place === 'prose' ? wideInText : wideInNames;
  const runs = [...text.matchAll(/[ \t]{11,}/g)].filter(({ 0: run, index }) => {
    if (/^$|\n/.test(text[index + run.length] ?? '')) return false;
    const leads = index === 0 || text[index - 1] === '\n';
    return run.length + (run.split('\t').length - 1) * 3 > (leads ? wideInText : wide);
  });
  const longest = Math.max(0, ...runs.slice(0, 1000).map(([run]) => run.length));
  let blank = 0;
  let most = 0;
  for (const line of text.trimEnd().split('\n')) {
    blank = line.trim() === '' ? blank + 1 : 0;
    most = Math.max(most, blank);
  }
  const many = place === 'prose' ? manyBlank * 4 : manyBlank;
  return [
    ...(longest > 0 ? [`${longest} spaces in a row, and something behind them`] : []),
    ...(most >= many ? [`${most} blank lines in a row, and something below them`] : []),
  ];
}

/** A diff or a text may be long; a command or a name that is, is seldom read to its end. */
function lengthWarning({ text, place }: Part): readonly string[] {
  if (place === 'prose') return [];
  const lines = text.split('\n');
  const longest = lines.reduce((most, line) => Math.max(most, line.length), 0);
  const long = place === 'name' ? longest > 300 : longest > 500 || lines.length > 40 || text.length > 4000;
  return long ? [`long: ${lines.length} lines, ${text.length} characters; what matters may stand at the end`] : [];
}

function imitationWarning(parts: readonly Part[]): readonly string[] {
  const found = parts
    .map(({ text, content }) => (content === true ? undefined : findImitation(text)))
    .find((line) => line !== undefined);
  return found === undefined ? [] : [`its text imitates a question or an approval: “${safeLine(found, strict)}”`];
}

/** The last bound on a preview; see `boundPreview`. */
function cutWarning(preview: Preview): readonly string[] {
  const text = preview.kind === 'diff' ? preview.diff : preview.kind === 'text' ? preview.text : '';
  return /\[… \d+ characters are too many to show …\]/.test(text) ? ['it is too long to be shown whole'] : [];
}

const maxTold = 8;
const more = (count: number): string => (count > maxTold ? `, and ${count - maxTold} more` : '');
const strict = { strict: true } as const;
