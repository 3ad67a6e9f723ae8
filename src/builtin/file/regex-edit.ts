import { cutEnd, plural } from '../../base/text.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import { runInWorker } from '../aside/run-in-worker.js';
import { checkContent } from './file-change.js';
import { toLf } from './mixed-line-endings.js';
import { type Edited, isCrlf, type TextEdit, toCrlf } from './text-edit.js';

const timeoutMs = 2000;
const maxMatches = 100_000;
/** By how many characters the text may grow. */
const maxGrowth = 64_000_000;

/**
 * Replaces what a regular expression matches, in multi-line mode: the first match, or all. A pattern can take for ever on
 * a text, so it runs beside the session and within a deadline.
 */
export async function editByRegex(
  content: string,
  edit: TextEdit,
  { shown, signal }: { readonly shown: string; readonly signal: AbortSignal },
): Promise<Edited | ToolFailure> {
  const ends = lineEndsFor(content, edit);
  const data = { ...ends, pattern: edit.oldText, all: edit.replaceAll, maxMatches, maxGrowth };
  const end = await runInWorker({ source, data, timeoutMs, signal });
  if (end.type === 'cancelled') return fail('cancelled', 'The edit was cancelled.');
  if (end.type === 'late') {
    return fail(
      'timeout',
      `The pattern took longer than ${timeoutMs / 1000} s on ${shown}: nested repetitions such as (a+)+ can. Nothing was changed; write a simpler one.`,
    );
  }
  if (end.type === 'failed') return unusable(end);
  const edited = readEdited(end.value, shown, ends);
  if (isFailure(edited)) return edited;
  if (edited.text === content) {
    return fail('validation_failed', `What the pattern matches in ${shown} is the same already: nothing would change.`);
  }
  return checkContent(`The new content of ${shown}`, edited.text) ?? edited;
}

interface LineEnds {
  /** What the pattern is tried on, and what it is replaced by. */
  readonly text: string;
  readonly newText: string;
  /** What stands before the text. */
  readonly bom: string;
  /** Each line feed of the result is a CRLF. */
  readonly crlf: boolean;
  readonly keptCrlf: boolean;
}

/** Patterns know lines that end with LF: a file whose lines all end with CRLF is given so, unless the pattern names CR. */
function lineEndsFor(content: string, { oldText, newText }: TextEdit): LineEnds {
  const bom = content.startsWith('\ufeff') ? '\ufeff' : '';
  const text = content.slice(bom.length);
  if (!isCrlf(content)) return { text, newText, bom, crlf: false, keptCrlf: false };
  const keptCrlf = toCrlf(newText) !== newText;
  if (/\r|\\r/.test(oldText)) return { text, newText: toCrlf(newText), bom, crlf: false, keptCrlf };
  return { text: toLf(text), newText: toLf(newText), bom, crlf: true, keptCrlf };
}

function unusable({ name, message }: { readonly name: string; readonly message: string }): ToolFailure {
  const what = name === 'SyntaxError' ? 'The pattern cannot be used' : 'The pattern could not be tried';
  return fail(
    'validation_failed',
    `${what}: ${cutEnd(message, 300)}. Write \\ before a character meant as it is, or leave regex out.`,
  );
}

function readEdited(value: unknown, shown: string, { bom, crlf, keptCrlf }: LineEnds): Edited | ToolFailure {
  const { text, count } = value as { readonly text: string | undefined; readonly count: number };
  if (count === 0) {
    return fail(
      'not_found',
      `The pattern matches nothing in ${shown}. It is tried on the whole text, ^ and $ at every line.`,
    );
  }
  if (text === undefined) {
    return fail(
      'validation_failed',
      `The pattern matches in more than ${plural(maxMatches, 'place')} of ${shown}, or the new content would be too large. Nothing was changed; narrow it.`,
    );
  }
  return { text: bom + (crlf ? text.replaceAll('\n', '\r\n') : text), count, strategy: 'regex', keptCrlf };
}

/** In the new text `$1`, `$<name>` and `$&` stand for what was matched, `$$` for a dollar sign. */
const source = `
const { text, pattern, newText, all, maxMatches, maxGrowth } = data;
const expand = (match) =>
  newText.replace(/\\$(?:(\\$)|(&)|(\\d{1,2})|<([^>]*)>)/g, (whole, dollar, entire, number, name) => {
    if (dollar) return '$';
    if (entire) return match[0];
    if (number) return Number(number) > 0 && Number(number) < match.length ? (match[Number(number)] ?? '') : whole;
    return match.groups === undefined ? whole : (match.groups[name] ?? '');
  });
const parts = [];
let from = 0;
let growth = 0;
let count = 0;
for (const match of text.matchAll(new RegExp(pattern, 'gm'))) {
  // For ^ and $ a line ends between CR and LF too: nothing is put there.
  if (match[0] === '' && text[match.index] === '\\n' && text[match.index - 1] === '\\r') continue;
  const put = expand(match);
  count += 1;
  growth += put.length - match[0].length;
  if (count > maxMatches || growth > maxGrowth) return { count };
  parts.push(text.slice(from, match.index), put);
  from = match.index + match[0].length;
  if (!all) break;
}
return count === 0 ? { count } : { count, text: parts.join('') + text.slice(from) };
`;
