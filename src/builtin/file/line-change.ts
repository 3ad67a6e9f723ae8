import { cutEnd, plural } from '../../base/text.js';
import type { FromSchema } from '../../schema/json-schema.js';
import { objectOf } from '../../schema/object-of.js';
import type { PlanContext } from '../../tool/context.js';
import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { PlanResult } from '../../tool/plan.js';
import { placeFact, refuseLater, resolvePlace } from '../place-fact.js';
import { traits } from '../traits.js';
import { editableAt } from './editable-text.js';
import {
  applyChange,
  type ChangeResult,
  changeMembers,
  checkContent,
  type PlannedChange,
  planContent,
} from './file-change.js';
import { editLines, type LineEdit, linesOf } from './line-edit.js';
import { type Refusal, unlessRefused, wordsOrStale } from './stale-file.js';

/** What a tool that changes a file by line numbers answers. */
const lineMembers = {
  replaced: { type: 'integer', description: 'How many lines made room.' },
  line_start: { type: 'integer', description: 'Where the new lines begin.' },
  line_end: { type: 'integer', description: 'Where they end; before line_start when there are none.' },
  total_lines: { type: 'integer' },
  around: { type: 'string', description: 'The lines there now, with two on each side.' },
} as const;

const result = objectOf({ ...changeMembers, ...lineMembers });

type LineChangeResult = FromSchema<typeof result>;
type ChangedLines = Omit<LineChangeResult, keyof ChangeResult>;

export interface WantedLines {
  readonly path: string;
  readonly content: string;
  readonly expectedHash: string | undefined;
  /** Lines that are not there are refused before policy is asked. */
  readonly early: boolean;
  /** Which lines of a file with so many are meant. */
  range(total: number, shown: string): Omit<LineEdit, 'content'> | ToolFailure;
}

/** How many lines are shown around a change. */
const contextLines = 2;

export async function planLineChange(
  { path, content, expectedHash, early, range }: WantedLines,
  ctx: PlanContext,
): Promise<PlanResult<PlannedChange<ChangedLines> | Refusal>> {
  const bad = checkContent('content', content);
  if (bad !== undefined) return bad;
  const place = resolvePlace(path, ctx);
  if (isFailure(place)) return place;
  const old = await editableAt(place, ctx, [expectedHash]);
  if ('refused' in old) return old.refused;
  const text = linesOf(old.text);
  const lines = range(text.lines.length, place.shown);
  const facts = [placeFact('read', place)];
  // How many lines there are was read from the file.
  if (isFailure(lines)) return early ? lines : refuseLater(facts, lines);
  const edited = editLines(text, { ...lines, content });
  const end = lines.from + edited.put.length;
  const told = {
    replaced: lines.to - lines.from,
    line_start: lines.from + 1,
    line_end: end,
    total_lines: edited.lines.length,
    around: renderAround(edited.lines, lines.from, end),
  };
  const fresh = Buffer.from(edited.text);
  const wanted = { place, operation: 'edit', base: old.bytes, content: fresh, contextLines } as const;
  return planContent(wanted, ctx, { facts, told });
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

/** A tool that changes lines of a file, in words of its own. */
export function lineChange(describe: (result: LineChangeResult) => string) {
  const tell = (told: LineChangeResult): string =>
    told.operation === 'unchanged' ? `Unchanged: ${told.path} has exactly these lines there already.` : describe(told);
  const show = (told: LineChangeResult): string =>
    `${tell(told)}${told.around === '' ? '' : ` Now there:\n${told.around}`}`;
  return {
    ...traits.changeFiles,
    result,
    run: unlessRefused(applyChange<ChangedLines>),
    ...wordsOrStale(show, tell),
  } as const;
}
