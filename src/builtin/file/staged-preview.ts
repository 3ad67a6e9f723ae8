import { defined } from '../../base/defined.js';
import { cutEnd, plural } from '../../base/text.js';
import { splitLines } from '../../change/line-diff.js';
import type { FromSchema } from '../../schema/json-schema.js';
import { objectOf } from '../../schema/object-of.js';
import type { PlanContext, RunContext } from '../../tool/context.js';
import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { PlanResult } from '../../tool/plan.js';
import type { StagedWrite } from '../../tool/port.js';
import { placeFact, refusePlace } from '../place-fact.js';
import { decodeExactly } from '../text-content.js';
import { traits } from '../traits.js';
import { isUnchanged, previewOf, stageContent } from './file-change.js';
import { fitText, unlessRefused } from './stale-file.js';

const previewResult = objectOf({
  token: { type: 'string' },
  path: { type: 'string' },
  operation: { enum: ['write', 'edit'] },
  diffPreview: { type: 'string' },
  bytesBefore: { type: 'integer' },
  bytesAfter: { type: 'integer' },
  expiresAt: { type: 'string' },
  'replaceAll?': { type: 'boolean' },
});

interface PreviewCarry {
  readonly change: StagedWrite;
  readonly base: Uint8Array | undefined;
  /** Of an edit. */
  readonly replaceAll?: boolean;
}

/** Staging changes nothing: it reads. */
export function planPreview(
  wanted: Parameters<typeof stageContent>[0],
  ctx: PlanContext,
  replaceAll?: boolean,
): PlanResult<PreviewCarry | ToolFailure> {
  const { place, base } = wanted;
  const change = stageContent(wanted, ctx);
  if (isFailure(change)) return refusePlace(place, 'read', change);
  const carry = { change, base, ...defined({ replaceAll }) };
  return { facts: [placeFact('read', place)], preview: previewOf(change), carry };
}

/** What the words around the diff take of the result. */
const overhead = 1000;

async function keepPreview(carry: PreviewCarry, ctx: RunContext) {
  const { change, base, replaceAll } = carry;
  const { token, expiresAt } = await ctx.change.keep(change);
  const path = change.place.shown;
  return {
    token,
    path,
    operation: replaceAll === undefined ? ('write' as const) : ('edit' as const),
    diffPreview: fitText(diffOf(carry), Math.max(200, ctx.resultLimit - overhead - 4 * path.length)),
    bytesBefore: base?.length ?? 0,
    bytesAfter: change.content.length,
    expiresAt: new Date(expiresAt).toISOString(),
    ...defined({ replaceAll }),
  };
}

function diffOf({ change, base }: PreviewCarry): string {
  const before = base === undefined ? '' : decodeExactly(base);
  const after = decodeExactly(change.content);
  // Of what is no text the sizes are told.
  if (before === undefined || after === undefined || before.includes('\0') || after.includes('\0')) {
    return isUnchanged(change) ? renderDiffPreview(change.place.shown, '', '') : change.diff;
  }
  return renderDiffPreview(change.place.shown, before, after);
}

const maxLines = 80;
const maxColumns = 400;

/** The change as one hunk, without the lines both texts begin and end with; of a long one its head and its tail. */
function renderDiffPreview(path: string, before: string, after: string): string {
  if (before === after) return `No changes: ${path} has exactly this content already.`;
  const a = splitLines(before);
  const b = splitLines(after);
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const removed = a.slice(start, a.length - end);
  const added = b.slice(start, b.length - end);
  const body = [...removed.map((line) => renderLine('-', line)), ...added.map((line) => renderLine('+', line))];
  return [
    `--- a/${path}`,
    `+++ b/${path}`,
    `@@ -${renderRange(start, removed.length)} +${renderRange(start, added.length)} @@`,
    ...bound(body),
  ].join('\n');
}

function renderLine(sign: string, line: string): string {
  const text = line.replace(/\n$/, '');
  const shown = text.length > maxColumns ? `${cutEnd(text, maxColumns)}[… ${text.length - maxColumns} more …]` : text;
  return `${sign}${shown}${line.endsWith('\n') ? '' : ' [no line end]'}`;
}

const renderRange = (start: number, count: number): string => `${count === 0 ? start : start + 1},${count}`;

function bound(body: readonly string[]): readonly string[] {
  if (body.length <= maxLines) return body;
  const half = maxLines / 2;
  const note = `[… ${plural(body.length - maxLines, 'line')} left out …]`;
  return [...body.slice(0, half), note, ...body.slice(-half)];
}

/** A tool that only stages a change. */
export const staging = {
  ...traits.stageChanges,
  result: previewResult,
  run: unlessRefused(keepPreview),
  display: ({ path, diffPreview }: FromSchema<typeof previewResult>): string =>
    `Staged for ${path}, nothing is written yet:\n${diffPreview}`,
} as const;
