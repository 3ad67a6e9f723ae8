import { cutEnd, plural } from '../../base/text.js';
import type { PlanContext, RunContext } from '../../tool/context.js';
import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { PlanResult } from '../../tool/plan.js';
import type { StagedWrite } from '../../tool/port.js';
import { placeFact, refuseLater, refusePlace, resolvePlace } from '../place-fact.js';
import { readEditable } from './editable-text.js';
import {
  applyChange,
  basisOf,
  type ChangeResult,
  changeResult,
  checkContent,
  isUnchanged,
  previewOf,
  stageContent,
  undoable,
} from './file-change.js';
import { editLines, type LineEdit, linesOf } from './line-edit.js';
import {
  displayStale,
  isStaleFile,
  type Refusal,
  refuseExpected,
  refuseUnknown,
  type StaleFile,
  showStale,
} from './stale-file.js';

/** What a tool that changes a file by line numbers answers. */
export const lineChangeResult = {
  ...changeResult,
  properties: {
    ...changeResult.properties,
    replaced: { type: 'integer', description: 'How many lines made room.' },
    line_start: { type: 'integer', description: 'Where the new lines begin.' },
    line_end: { type: 'integer', description: 'Where they end; before line_start when there are none.' },
    total_lines: { type: 'integer' },
    around: { type: 'string', description: 'The lines there now, with two on each side.' },
  },
  required: [...changeResult.required, 'replaced', 'line_start', 'line_end', 'total_lines', 'around'],
} as const;

interface ChangedLines {
  replaced: number;
  line_start: number;
  line_end: number;
  total_lines: number;
  around: string;
}

export interface LineChangeResult extends ChangeResult, ChangedLines {}

export interface LineChange {
  readonly change: StagedWrite;
  readonly where: Readonly<ChangedLines>;
}

export interface WantedLines {
  readonly path: string;
  readonly content: string;
  readonly expectedHash: string | undefined;
  /** Which lines of a file with so many are meant. */
  range(total: number, shown: string): Omit<LineEdit, 'content'> | ToolFailure;
}

/** How many lines are shown around a change. */
const contextLines = 2;

export async function planLineChange(
  { path, content, expectedHash, range }: WantedLines,
  ctx: PlanContext,
): Promise<PlanResult<LineChange | Refusal>> {
  const bad = checkContent('content', content);
  if (bad !== undefined) return bad;
  const place = resolvePlace(path, ctx);
  if (isFailure(place)) return place;
  const old = await readEditable(place, ctx);
  if (isFailure(old)) return refusePlace(place, 'write', old);
  const unknown =
    (await refuseExpected(place, old.bytes, expectedHash, ctx)) ?? (await refuseUnknown(place, old.bytes, ctx));
  if (unknown !== undefined) return unknown;
  const text = linesOf(old.text);
  const lines = range(text.lines.length, place.shown);
  // How many lines there are was read from the file.
  if (isFailure(lines)) return refuseLater([placeFact('read', place)], lines);
  const edited = editLines(text, { ...lines, content });
  const wanted = {
    place,
    operation: 'edit',
    base: old.bytes,
    content: Buffer.from(edited.text),
    contextLines,
  } as const;
  const change = stageContent(wanted, ctx);
  if (isFailure(change)) return refusePlace(place, 'write', change);
  const end = lines.from + edited.put.length;
  const where = {
    replaced: lines.to - lines.from,
    line_start: lines.from + 1,
    line_end: end,
    total_lines: edited.lines.length,
    around: renderAround(edited.lines, lines.from, end),
  };
  return {
    facts: [placeFact('read', place), placeFact(isUnchanged(change) ? 'read' : 'write', place)],
    preview: previewOf(change),
    basis: basisOf(change),
    undo: undoable,
    carry: { change, where },
  };
}

export async function applyLineChange(
  { change, where }: LineChange,
  ctx: RunContext,
): Promise<LineChangeResult | ToolFailure> {
  const result = await applyChange(change, ctx);
  return isFailure(result) ? result : { ...result, ...where };
}

const maxShown = 12;
const maxColumns = 200;

/** The lines from `start` to `end` with those around them, numbered; of many the first and the last. */
function renderAround(lines: readonly string[], start: number, end: number): string {
  const from = Math.max(0, start - contextLines);
  const shown = lines.slice(from, end + contextLines).map((line, index) => {
    const text = line.replace(/\r?\n$/, '');
    return `${from + index + 1}: ${text.length > maxColumns ? `${cutEnd(text, maxColumns)}…` : text}`;
  });
  if (shown.length <= maxShown) return shown.join('\n');
  const half = maxShown / 2;
  return [...shown.slice(0, half), `[… ${plural(shown.length - maxShown, 'line')} …]`, ...shown.slice(-half)].join(
    '\n',
  );
}

/** What is told of a line change, in the words of its tool. */
export function lineChangeWords(describe: (result: LineChangeResult) => string) {
  const tell = (result: LineChangeResult): string =>
    result.operation === 'unchanged'
      ? `Unchanged: ${result.path} has exactly these lines there already.`
      : describe(result);
  return {
    show: (result: LineChangeResult | StaleFile): string =>
      isStaleFile(result)
        ? showStale(result)
        : `${tell(result)}${result.around === '' ? '' : ` Now there:\n${result.around}`}`,
    display: (result: LineChangeResult | StaleFile): string =>
      isStaleFile(result) ? displayStale(result) : tell(result),
  };
}
