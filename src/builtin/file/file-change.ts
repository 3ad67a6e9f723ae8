import { humanSize, plural } from '../../base/text.js';
import { markStart, newMark } from '../../policy/secret/mask-marks.js';
import type { FromSchema } from '../../schema/json-schema.js';
import { objectOf } from '../../schema/object-of.js';
import type { PlanContext, RunContext } from '../../tool/context.js';
import type { Fact } from '../../tool/fact.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { Plan, PlanResult, Preview, Undoable } from '../../tool/plan.js';
import type { ChangePlanPort, Place, StagedChange, StagedWrite } from '../../tool/port.js';
import { placeFact, refusePlace, resolvePlace } from '../place-fact.js';
import { traits } from '../traits.js';
import { type Refused, refuseUnknown, unlessRefused, wordsOrStale } from './stale-file.js';

/** What a tool that changes a file answers. */
export const changeMembers = {
  path: { type: 'string' },
  operation: { enum: ['create', 'overwrite', 'edit', 'unchanged'] },
  bytes: { type: 'integer' },
  added: { type: 'integer', description: 'Lines added.' },
  removed: { type: 'integer', description: 'Lines removed.' },
  content_hash: { type: 'string' },
  'strategy?': { enum: ['exact', 'flexible', 'regex'], description: 'How the text to replace was found.' },
  'note?': { type: 'string' },
} as const;

export const changeResult = objectOf(changeMembers);

export type ChangeResult = FromSchema<typeof changeResult>;

/** A path no content can be written to. */
export function checkTarget(place: Place): ToolFailure | undefined {
  if (place.kind === 'directory' || place.given.endsWith('/')) {
    return fail('validation_failed', `${place.shown} is a folder. Name a file in it.`);
  }
  if (place.kind === 'other') {
    return fail(
      'validation_failed',
      `${place.shown} is no regular file but a device, pipe or socket. Name a regular file.`,
    );
  }
  return undefined;
}

/** Half a character would be written as another one. */
export function checkContent(name: string, text: string): ToolFailure | undefined {
  if (!/\p{Surrogate}/u.test(text)) return undefined;
  return fail(
    'validation_failed',
    `${name} holds half a character (a lone surrogate), which a file cannot. Send valid text.`,
  );
}

/** Where content is to be written, or the plan of a call that cannot be: `kind` is the fact policy judges then. */
export function writeTarget(
  { path, content }: { readonly path: string; readonly content: string },
  kind: 'read' | 'write',
  ctx: Pick<PlanContext, 'workspace'>,
): { readonly place: Place } | Refused {
  const place = resolvePlace(path, ctx);
  if (isFailure(place)) return { refused: place };
  const bad = checkContent('content', content);
  if (bad !== undefined) return { refused: bad };
  const refused = checkTarget(place);
  return refused === undefined ? { place } : { refused: refusePlace(place, kind, refused) };
}

/** What is in a file that is to be written whole, if it is there and the model knows it as it is. */
export async function readTarget(
  place: Place,
  ctx: PlanContext,
): Promise<{ readonly base: Uint8Array | undefined } | Refused> {
  if (place.kind === 'missing') return { base: undefined };
  const base = await ctx.workspace.read(place);
  if (isFailure(base)) return { refused: refusePlace(place, 'write', base) };
  const refused = await refuseUnknown(place, base, ctx);
  return refused === undefined ? { base } : { refused };
}

type WantedContent = Parameters<ChangePlanPort['stage']>[0];

/** Makes new content ready. What stands for a secret is no content: written, it would take the place of the value. */
export function stageContent(
  wanted: WantedContent,
  { change }: Pick<PlanContext, 'change'>,
): StagedWrite | ToolFailure {
  const mark = newMark(textOf(wanted.base), textOf(wanted.content));
  if (mark === undefined) return change.stage(wanted);
  return fail(
    'validation_failed',
    `The new content of ${wanted.place.shown} holds ${mark}, which is a mask, not the value. Nothing was written: edit around it with edit_file, so that what it stands for stays in the file.`,
  );
}

/** The text, where there may be a mark in it. */
function textOf(content: Uint8Array = new Uint8Array()): string {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return bytes.includes(markStart) ? bytes.toString() : '';
}

/** A change that is ready, and what its result tells of it beside. */
export interface PlannedChange<Told extends object = object> {
  readonly change: StagedWrite;
  readonly told: Told;
}

/** The plan of new content for a file, or why it can have none. `facts` stand before that of the change itself. */
export function planContent<Told extends object>(
  wanted: WantedContent,
  ctx: PlanContext,
  { facts = [], told }: { readonly facts?: readonly Fact[]; readonly told: Told },
): PlanResult<PlannedChange<Told> | ToolFailure> {
  const change = stageContent(wanted, ctx);
  return isFailure(change) ? refusePlace(wanted.place, 'write', change) : planChange({ change, told }, facts);
}

export function planChange<Carry extends Pick<PlannedChange, 'change'>>(
  carry: Carry,
  facts: readonly Fact[] = [],
): Plan<Carry> {
  const { change } = carry;
  return {
    facts: [...facts, placeFact(isUnchanged(change) ? 'read' : 'write', change.place)],
    preview: previewOf(change),
    // The state it was planned on.
    basis: change.baseHash ?? 'absent',
    undo: undoable,
    carry,
  };
}

export function previewOf({ place, operation, diff, added, removed }: StagedChange): Preview {
  return { kind: 'diff', path: place.shown, operation, diff, added, removed };
}

export const undoable: Undoable = { possible: true };

export const isUnchanged = (change: StagedWrite): boolean => change.baseHash === change.contentHash;

export async function applyChange<Told extends object>(
  { change, told }: PlannedChange<Told>,
  ctx: RunContext,
): Promise<(ChangeResult & Told) | ToolFailure> {
  const applied = isUnchanged(change) ? { bytes: change.content.length } : await ctx.change.apply(change, ctx.signal);
  if (isFailure(applied)) return applied;
  if (isUnchanged(change)) ctx.change.saw(change.place, change.contentHash);
  return {
    path: change.place.shown,
    operation: isUnchanged(change) ? 'unchanged' : change.operation,
    bytes: applied.bytes,
    added: change.added,
    removed: change.removed,
    content_hash: change.contentHash,
    ...told,
  };
}

const verbs = { create: 'Created', overwrite: 'Overwrote', edit: 'Edited', unchanged: 'Unchanged:' };

export function showChange({ path, operation, bytes, added, removed, note }: ChangeResult): string {
  const end = note === undefined ? '' : ` ${note}`;
  if (operation === 'unchanged') return `Unchanged: ${path} has exactly this content already (${humanSize(bytes)}).`;
  if (operation === 'create') return `Created ${path} (${plural(added, 'line')}, ${humanSize(bytes)}).${end}`;
  const size = operation === 'overwrite' ? ` (${humanSize(bytes)})` : '';
  return `${verbs[operation]} ${path}${size}: ${plural(added, 'line')} added, ${removed} removed.${end}`;
}

/** A tool that changes the content of one file. */
export const fileChange = {
  ...traits.changeFiles,
  result: changeResult,
  run: unlessRefused(applyChange<Pick<ChangeResult, 'note' | 'strategy'>>),
  ...wordsOrStale(showChange),
} as const;
