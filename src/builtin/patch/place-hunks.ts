import { cutEnd } from '../../base/text.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { Hunk } from './parse-hunks.js';

/** A hunk and where its lines begin in the file, from 0. */
export interface PlacedHunk {
  readonly hunk: Hunk;
  readonly at: number;
}

/**
 * Finds where each hunk belongs. Every line of it has to be as in the file: where the hunk says, or, when it is not there,
 * at the only other place of the file that has these lines. Once a hunk was found elsewhere the numbers of those after it
 * are no longer trusted either: their lines must be found just once.
 */
export function placeHunks(
  hunks: readonly Hunk[],
  lines: readonly string[],
  shown: string,
): readonly PlacedHunk[] | ToolFailure {
  const search = createSearch(lines);
  const placed: PlacedHunk[] = [];
  let end = 0;
  let moved = false;
  for (const hunk of hunks) {
    const old = oldLines(hunk);
    if (old.length === 0 && lines.length > 0) return noContext(hunk, shown);
    const stated = old.length === 0 ? 0 : hunk.oldStart - 1;
    const fits: boolean = !moved && stated >= end && matches(lines, old, stated);
    const at: number | ToolFailure = fits ? stated : findElsewhere({ hunk, old, stated, search, shown });
    if (isFailure(at)) return at;
    if (at < end) return outOfOrder({ hunk, at, shown });
    moved ||= at !== stated;
    placed.push({ hunk, at });
    end = at + old.length;
  }
  return placed;
}

/** What a hunk says is in the file, lines with their ends. */
const oldLines = ({ lines }: Hunk): readonly string[] =>
  lines.filter(({ sign }) => sign !== '+').map(({ text, last }) => (last === true ? text : `${text}\n`));

const matches = (lines: readonly string[], old: readonly string[], at: number): boolean =>
  at + old.length <= lines.length && old.every((line, index) => lines[at + index] === line);

interface Miss {
  readonly hunk: Hunk;
  readonly old: readonly string[];
  readonly stated: number;
  readonly search: Search;
  readonly shown: string;
}

function findElsewhere(miss: Miss): number | ToolFailure {
  const { hunk, old, search, shown } = miss;
  const places = search(old);
  if (places === undefined) {
    return fail(
      'validation_failed',
      `${nameOf(hunk, shown)}: too much of the file looks like its lines to find their place. Nothing was changed: correct its line numbers.`,
    );
  }
  const [at] = places;
  if (at === undefined) return notThere(miss);
  if (places.length === 1) return at;
  return fail(
    'ambiguous',
    `${nameOf(hunk, shown)}: its lines are not to be told by its number and stand at lines ${places.map((one) => one + 1).join(', ')}${places.length === maxPlaces ? ', …' : ''}. Nothing was changed: give more lines of context, or the right line numbers.`,
  );
}

function notThere({ hunk, old, stated, shown, search }: Miss): ToolFailure {
  const { lines } = search;
  const first = old.findIndex((line, index) => lines[stated + index] !== line);
  const expected = old[Math.max(0, first)] ?? '';
  const at = stated + Math.max(0, first);
  const found = lines[at];
  const what =
    found === undefined
      ? `the file ends at line ${lines.length}, and the patch has ${quote(expected)} there`
      : `the patch has ${quote(expected)} and the file ${quote(found)}`;
  const fix =
    found !== undefined && found === expected.slice(0, -1)
      ? 'The file ends there without a line end: put "\\ No newline at end of file" behind that line of the patch.'
      : 'Read the file and make the patch anew.';
  return fail(
    'not_found',
    `${nameOf(hunk, shown)} does not fit: at line ${at + 1} ${what}. Its lines are nowhere else in the file. Nothing was changed. ${fix}`,
  );
}

const quote = (line: string): string => JSON.stringify(cutEnd(line.replace(/\n$/, ''), 120));

const nameOf = ({ number, line }: Hunk, shown: string): string => `${shown}, hunk ${number} (patch line ${line})`;

const noContext = (hunk: Hunk, shown: string): ToolFailure =>
  fail(
    'validation_failed',
    `${nameOf(hunk, shown)} only adds lines, and nothing tells that they belong there. Nothing was changed: give lines of context around them.`,
  );

const outOfOrder = ({ hunk, at, shown }: { hunk: Hunk; at: number; shown: string }): ToolFailure =>
  fail(
    'validation_failed',
    `${nameOf(hunk, shown)}: its lines stand at line ${at + 1}, in or before the hunk ahead of it. Nothing was changed: put the hunks in the order of the file, and let none overlap.`,
  );

/** Where all of some lines stand; the first few places. Undefined when that would take too long. */
interface Search {
  (old: readonly string[]): readonly number[] | undefined;
  readonly lines: readonly string[];
}

const maxPlaces = 5;
const maxCompared = 10_000_000;

/** Looks only where the rarest of the lines stands. All searches of a file share one bound. */
function createSearch(lines: readonly string[]): Search {
  let index: Map<string, number[]> | undefined;
  let compared = 0;
  const search = (old: readonly string[]): readonly number[] | undefined => {
    index ??= indexOf(lines);
    let rarest = 0;
    for (const [at, line] of old.entries()) if (countOf(index, line) < countOf(index, old[rarest])) rarest = at;
    const places: number[] = [];
    for (const place of index.get(old[rarest] ?? '') ?? []) {
      const from = place - rarest;
      let length = 0;
      while (length < old.length && lines[from + length] === old[length]) length += 1;
      compared += length + 1;
      if (compared > maxCompared) return undefined;
      if (length === old.length && places.push(from) === maxPlaces) break;
    }
    return places;
  };
  return Object.assign(search, { lines });
}

const countOf = (index: ReadonlyMap<string, readonly number[]>, line: string | undefined): number =>
  index.get(line ?? '')?.length ?? 0;

function indexOf(lines: readonly string[]): Map<string, number[]> {
  const index = new Map<string, number[]>();
  for (const [at, line] of lines.entries()) {
    const places = index.get(line);
    if (places === undefined) index.set(line, [at]);
    else places.push(at);
  }
  return index;
}
