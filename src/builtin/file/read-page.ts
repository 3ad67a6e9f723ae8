import { defined } from '../../base/defined.js';
import { cutEnd, plural } from '../../base/text.js';
import type { RunContext } from '../../tool/context.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { Place } from '../../tool/port.js';
import type { Wanted } from './read-arguments.js';
import { type ReadContent, readBlob, readContent } from './read-content.js';
import type { ReadResult } from './read-result.js';

export interface Reading extends Wanted {
  /** The first character of the first line that is wanted, from 1. */
  readonly column: number;
  readonly numbered: boolean;
  readonly maxLines: number;
  /** What the call counts lines from. */
  readonly base: 0 | 1;
  readonly binaryError: 'validation_failed' | 'parse_error';
}

/** What the words around the content and their escapes take of the result. */
const overhead = 700;

export const roomFor = (shown: string, { resultLimit }: RunContext): number =>
  Math.max(200, resultLimit - overhead - 2 * shown.length);

/** Reads as much of a file, or of a kept output, as a call asks for and a result holds. */
export async function readPage(
  given: string,
  place: Place | undefined,
  { reading, ctx }: { readonly reading: Reading; readonly ctx: RunContext },
): Promise<ReadResult | ToolFailure> {
  const { start, end, column, maxLines, maxChars } = reading;
  const shown = place?.shown ?? given;
  const room = roomFor(shown, ctx);
  const range = {
    start,
    end: Math.min(end, start + maxLines - 1),
    maxBytes: 4 * ((maxChars ?? room) + column),
    withinLine: maxChars !== undefined,
  };
  const content = place === undefined ? await readBlob(given, range, ctx) : await readContent(place, range, ctx);
  if (isFailure(content)) return content;
  if (content.kind === 'binary') return fail(reading.binaryError, content.message);
  if (content.hash !== undefined && place !== undefined) ctx.change.saw(place, content.hash);
  if (content.kind === 'text') return textResult(content, { shown, room, reading });
  const { hash, mediaType, bytes, blob } = content;
  return { path: shown, content: '', content_hash: hash, image: { media_type: mediaType, bytes, blob } };
}

interface Paging {
  readonly shown: string;
  /** The most characters, counted as they are written in JSON. */
  readonly room: number;
  readonly reading: Reading;
}

function textResult(
  { lines, totalLines, hash, note }: Extract<ReadContent, { kind: 'text' }>,
  { shown, room, reading }: Paging,
): ReadResult | ToolFailure {
  const { start, end, column, numbered, base, maxChars } = reading;
  const startName = base === 1 ? 'line_start' : 'offset';
  const first = start - 1 + base;
  if (hash !== undefined && start > Math.max(1, totalLines)) {
    const message = `${startName} ${first} is beyond the end: ${shown} has ${plural(totalLines, 'line')}.`;
    return fail('validation_failed', message);
  }
  const length = lines[0]?.length ?? 0;
  if (column > Math.max(1, length)) {
    const message = `column_start ${column} is beyond the end: line ${first} has ${plural(length, 'character')}.`;
    return fail('validation_failed', message);
  }
  // What is not known to be the end may be.
  const last = hash === undefined ? end : Math.min(end, totalLines);
  const wanted = Number.isFinite(last) ? last - start + 1 : lines.length + 1;
  const page =
    maxChars === undefined
      ? fitPage(lines, { start: first, column, wanted, room, numbered, startName })
      : startPage(lines, maxChars);
  const isWhole = start === 1 && hash !== undefined && page.lines.length === totalLines && page.notice === undefined;
  return {
    path: shown,
    content: page.lines.join('\n'),
    line_start: totalLines === 0 ? 0 : first,
    line_end: totalLines === 0 ? 0 : first + page.lines.length - 1,
    ...(hash !== undefined && { total_lines: totalLines, content_hash: hash }),
    truncated: page.notice !== undefined,
    ...defined({ max_bytes: maxChars }),
    numbered,
    whole: totalLines === 0 || isWhole,
    ...defined({ notice: page.notice, note }),
  };
}

interface PageOptions extends Pick<Reading, 'column' | 'numbered'>, Pick<Paging, 'room'> {
  /** The number of the first line. */
  readonly start: number;
  /** How many lines are wanted. */
  readonly wanted: number;
  /** The name of the argument that says where to read on. */
  readonly startName: string;
}

interface Page {
  readonly lines: readonly string[];
  /** How to read on, when something wanted is missing. */
  readonly notice?: string;
}

/** As many whole lines as a result holds; of a first line that is too long, as many characters. */
function fitPage(all: readonly string[], options: PageOptions): Page {
  const { start, column, wanted, room, numbered, startName } = options;
  const lines = all.map((line, index) => (index === 0 ? line.slice(column - 1) : line));
  let used = 0;
  let count = 0;
  for (const line of lines) {
    used += JSON.stringify(line).length + (numbered ? String(start + count).length + 2 : 0);
    if (used > room) break;
    count += 1;
  }
  if (count === lines.length && count >= wanted) return { lines };
  if (count > 0) return { lines: lines.slice(0, count), notice: `go on with ${startName} ${start + count}` };
  const part = cutEscaped(lines[0] ?? '', Math.max(100, room - 12));
  const next = column + part.length;
  return {
    lines: [part],
    notice: `line ${start} is too long and cut after character ${next - 1}; go on with ${startName} ${start} and column_start ${next}`,
  };
}

/** The first characters, whatever lines they are. */
function startPage(all: readonly string[], maxChars: number): Page {
  const text = all.join('\n');
  const part = cutEnd(text, maxChars);
  if (part.length === text.length) return { lines: all };
  return { lines: part.split('\n'), notice: `cut after ${plural(part.length, 'character')}` };
}

/** Cuts so that the text written as JSON has at most `max` characters. */
function cutEscaped(line: string, max: number): string {
  let part = cutEnd(line, max);
  while (part.length > 2 && JSON.stringify(part).length > max) part = cutEnd(part, Math.floor(part.length * 0.8));
  return part;
}
