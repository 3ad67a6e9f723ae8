import { newMark } from '../../policy/secret/mask-marks.js';
import { fail, type ToolFailure } from '../../tool/outcome.js';
import { findPlaces, maxNaive, maxPlaces } from './find-places.js';
import { findFlexible, type Span } from './flexible-match.js';
import { findWithMixedLineEndings, toLf } from './mixed-line-endings.js';
import { describeNearest } from './nearest-block.js';

export interface TextEdit {
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll: boolean;
  /** Of several matches the first is meant. */
  readonly first?: boolean;
  /** A text that is there with other white space only is not there. */
  readonly exactly?: boolean;
}

export interface Edited {
  readonly text: string;
  readonly count: number;
  /** How the place was found: as it was given, with other white space, or by a regular expression. */
  readonly strategy: 'exact' | 'flexible' | 'regex';
  /** The texts were given with LF and took the CRLF of the file. */
  readonly keptCrlf: boolean;
  /** Where one text took the place of another, when it was but one. */
  readonly splice?: Splice;
}

export interface Splice extends Span {
  readonly newText: string;
}

const maxNamed = 10;

/** Replaces one text by another. Everything else stays as it is, and nothing in either text is special. */
export function editText(content: string, edit: TextEdit, shown: string): Edited | ToolFailure {
  return attemptLines(content, edit, shown) ?? attemptFlexible(content, edit, shown) ?? notFound(content, edit, shown);
}

/** The text as it was given, but for the line ends that the file has. Undefined when it is not there. */
function attemptLines(content: string, edit: TextEdit, shown: string): Edited | ToolFailure | undefined {
  if (isCrlf(content)) {
    const adapted = { ...edit, oldText: toCrlf(edit.oldText), newText: toCrlf(edit.newText) };
    const found = attempt(content, adapted, shown);
    if (found === undefined || !('count' in found)) return found;
    return { ...found, keptCrlf: adapted.oldText !== edit.oldText || adapted.newText !== edit.newText };
  }
  const mixed = edit.oldText.includes('\n') && content.includes('\r\n');
  // Whoever gives a CR knows the line ends.
  const exact = mixed && !edit.oldText.includes('\r') ? undefined : attempt(content, edit, shown);
  return exact ?? (mixed ? attemptMixed(content, edit, shown) : undefined);
}

/** Who reads the file does not see which of the line ends it has: all places that look the same count. */
function attemptMixed(content: string, edit: TextEdit, shown: string): Edited | ToolFailure | undefined {
  const { oldText, newText, replaceAll, first = false } = edit;
  const spans = findWithMixedLineEndings(content, oldText, replaceAll ? Number.POSITIVE_INFINITY : undefined);
  const [only] = spans;
  if (only === undefined) return undefined;
  const fitting = ({ start, end }: Span): string =>
    content.slice(start, end).includes('\r\n') ? toCrlf(newText) : newText;
  if (!replaceAll) {
    const starts = spans.map(({ start }) => start);
    if (spans.length > 1 && !first) return ambiguous(content, starts, { shown, how: '' });
    const put = fitting(only);
    return spliced(content, { ...only, newText: put }, { strategy: 'exact', keptCrlf: put !== newText });
  }
  const parts: string[] = [];
  let from = 0;
  for (const span of spans) {
    if (span.start < from) continue;
    parts.push(content.slice(from, span.start), fitting(span));
    from = span.end;
  }
  return {
    text: parts.join('') + content.slice(from),
    count: parts.length / 2,
    strategy: 'exact',
    keptCrlf: parts.some((part, index) => index % 2 === 1 && part !== newText),
  };
}

function notFound(content: string, { oldText }: TextEdit, shown: string): ToolFailure {
  const mark = newMark(content, oldText);
  if (mark === undefined) return fail('not_found', describeNearest(content, oldText, shown));
  return fail(
    'not_found',
    `old_text is not in ${shown}: it holds ${mark}, which is a mask in place of a secret that stands there. Give text that begins and ends beside it, so that the secret stays as it is.`,
  );
}

/** Undefined when the text is not there. */
function attempt(content: string, edit: TextEdit, shown: string): Edited | ToolFailure | undefined {
  const { oldText, newText, replaceAll, first = false } = edit;
  if (replaceAll) return replaceEach(content, oldText, newText);
  const places = findPlaces(content, oldText);
  const [at] = places;
  if (at === undefined) return undefined;
  if (places.length > 1 && !first) return ambiguous(content, places, { shown, how: '' });
  return spliced(content, { start: at, end: at + oldText.length, newText }, { strategy: 'exact', keptCrlf: false });
}

function spliced(content: string, splice: Splice, how: Pick<Edited, 'strategy' | 'keptCrlf'>): Edited {
  const text = content.slice(0, splice.start) + splice.newText + content.slice(splice.end);
  return { text, count: 1, ...how, splice };
}

/** Undefined when the text is not there with other white space either. All of several are replaced only as they were given. */
function attemptFlexible(content: string, edit: TextEdit, shown: string): Edited | ToolFailure | undefined {
  if (edit.replaceAll || edit.exactly === true) return undefined;
  const spans = findFlexible(content, edit.oldText);
  const [span] = spans;
  if (span === undefined) return undefined;
  if (spans.length > 1 && edit.first !== true) {
    const starts = spans.map(({ start }) => start);
    return ambiguous(content, starts, { shown, how: ' with other white space (flexible matching)' });
  }
  const crlf = content.slice(span.start, span.end).includes('\r\n') || isCrlf(content);
  // Texts that came with CRLF take the LF of a file that has no other.
  const foreign = edit.oldText.includes('\r\n') && !content.includes('\r\n');
  const newText = crlf ? toCrlf(edit.newText) : foreign ? toLf(edit.newText) : edit.newText;
  return spliced(content, { ...span, newText }, { strategy: 'flexible', keptCrlf: crlf && newText !== edit.newText });
}

function replaceEach(content: string, oldText: string, newText: string): Edited | undefined {
  const parts = oldText.length <= maxNaive ? content.split(oldText) : splitLong(content, oldText);
  if (parts.length === 1) return undefined;
  return { text: parts.join(newText), count: parts.length - 1, strategy: 'exact', keptCrlf: false };
}

function splitLong(content: string, oldText: string): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  for (const at of findPlaces(content, oldText, Number.POSITIVE_INFINITY)) {
    if (at < from) continue;
    parts.push(content.slice(from, at));
    from = at + oldText.length;
  }
  return [...parts, content.slice(from)];
}

interface Several {
  readonly shown: string;
  readonly how: string;
}

function ambiguous(content: string, places: readonly number[], { shown, how }: Several): ToolFailure {
  const lines: number[] = [];
  let line = 1;
  let from = 0;
  for (const at of places.slice(0, maxNamed)) {
    for (let feed = content.indexOf('\n', from); feed !== -1 && feed < at; feed = content.indexOf('\n', from)) {
      line += 1;
      from = feed + 1;
    }
    lines.push(line);
  }
  const count = places.length === maxPlaces ? `at least ${maxPlaces}` : String(places.length);
  const more = places.length > maxNamed ? ', …' : '';
  return fail(
    'ambiguous',
    `old_text is found ${count} times${how} in ${shown}, at lines ${lines.join(', ')}${more}. Nothing was changed: add lines around it until it is unique, or set replace_all.`,
  );
}

/** Every line of the file ends with CRLF. */
export function isCrlf(content: string): boolean {
  let feed = content.indexOf('\n');
  if (feed === -1) return false;
  for (; feed !== -1; feed = content.indexOf('\n', feed + 1)) if (content.charCodeAt(feed - 1) !== 13) return false;
  return true;
}

export const toCrlf = (text: string): string => text.replaceAll(/\r?\n/g, '\r\n');
