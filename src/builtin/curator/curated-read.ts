import { sha256 } from '../../base/digest.js';
import { plural } from '../../base/text.js';
import type { RunContext } from '../../tool/context.js';
import type { ChosenLines, CuratorPort } from '../../tool/curator.js';
import type { ModelPort } from '../../tool/model-port.js';
import { isFailure } from '../../tool/outcome.js';
import type { Place } from '../../tool/port.js';
import { placeName } from '../../tool/port.js';
import type { ReadResult } from '../file/read-result.js';
import { checkText, decodeExactly } from '../text-content.js';

/** A larger file is not looked at for it. */
const maxBytes = 10 * 1024 * 1024;

export interface Curating {
  readonly ctx: RunContext;
  readonly curator: CuratorPort;
  readonly model: ModelPort;
  /** The most characters of the result. */
  readonly room: number;
  /** What gives the lines that are left out, in words. */
  readonly others: string;
}

/** The lines of a large file that were chosen for the conversation; undefined when it is to be read as any other. */
export async function readCurated(
  place: Place,
  { ctx, curator, model, room, others }: Curating,
): Promise<ReadResult | undefined> {
  if (place.size > maxBytes) return undefined;
  const bytes = await ctx.workspace.read(place, { maxBytes });
  if (isFailure(bytes) || checkText(bytes, place) !== undefined) return undefined;
  const lines = linesOf(decodeExactly(bytes) ?? '');
  if (lines.length < curator.fromLines) return undefined;
  const hash = sha256(bytes);
  const chosen = await curator.choose({ path: placeName(place), hash, lines }, { model, signal: ctx.signal });
  const fitting = chosen === undefined ? undefined : renderChosen(lines, chosen, room);
  if (fitting === undefined) return undefined;
  ctx.change.saw(place, hash);
  return {
    path: place.shown,
    content: fitting,
    line_start: chosen?.[0]?.start ?? 1,
    line_end: chosen?.at(-1)?.end ?? lines.length,
    total_lines: lines.length,
    content_hash: hash,
    whole: false,
    truncated: true,
    numbered: false,
    note: `only the parts chosen for this conversation; ${others} any other`,
  };
}

function linesOf(text: string): readonly string[] {
  const lines = (text.startsWith('\ufeff') ? text.slice(1) : text).split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

/** The chosen lines, numbered, with a mark for each gap. Undefined when they are more than a result holds. */
function renderChosen(lines: readonly string[], chosen: readonly ChosenLines[], room: number): string | undefined {
  const parts: string[] = [];
  let used = 0;
  const add = (part: string): void => {
    parts.push(part);
    used += JSON.stringify(part).length;
  };
  let next = 1;
  for (const { start, end } of chosen) {
    if (start > next) add(gapMark(next, start - 1));
    for (let at = start; at <= end && used <= room; at += 1) add(`${at}: ${lines[at - 1] ?? ''}`);
    next = end + 1;
  }
  if (next <= lines.length) add(gapMark(next, lines.length));
  return used > room ? undefined : parts.join('\n');
}

const gapMark = (from: number, to: number): string => `[… ${plural(to - from + 1, 'line')} left out: ${from}-${to} …]`;
