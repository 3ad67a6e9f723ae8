import { parseJson } from '../../base/json.js';
import type { ChosenLines } from '../../tool/curator.js';

const leastLines = 3;
const maxRanges = 1000;

/** The ranges of an answer that are ranges of the file, in order and joined where they touch; undefined when none is. */
export function parseRanges(answer: string, totalLines: number): readonly ChosenLines[] | undefined {
  const parsed = parseJson(unfenced(answer));
  if (!parsed.ok) return undefined;
  const given = (parsed.value as { readonly line_ranges?: unknown } | null)?.line_ranges;
  if (!Array.isArray(given)) return undefined;
  const valid = given.slice(0, maxRanges).filter((range) => isRange(range, totalLines)) as ChosenLines[];
  return valid.length === 0 ? undefined : joined(valid);
}

/** A model that was told not to may still put a fence around its answer. */
function unfenced(answer: string): string {
  const text = answer.trim();
  if (!text.startsWith('```') || !text.endsWith('```')) return text;
  return text.slice(text.indexOf('\n') + 1, -3);
}

function isRange(given: unknown, totalLines: number): boolean {
  const { start, end } = (given ?? {}) as { readonly start?: unknown; readonly end?: unknown };
  if (!Number.isInteger(start) || !Number.isInteger(end)) return false;
  const [first, last] = [start as number, end as number];
  return first >= 1 && last <= totalLines && last - first + 1 >= leastLines;
}

function joined(ranges: readonly ChosenLines[]): readonly ChosenLines[] {
  const result: ChosenLines[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last === undefined || start > last.end + 1) result.push({ start, end });
    else if (end > last.end) result.splice(-1, 1, { start: last.start, end });
  }
  return result;
}
