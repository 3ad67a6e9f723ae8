import { humanSize, plural } from '../../base/text.js';
import { markStart, newMark } from '../../policy/secret/mask-marks.js';
import type { PlanContext, RunContext } from '../../tool/context.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { Preview, Undoable } from '../../tool/plan.js';
import type { ChangePlanPort, Place, StagedChange, StagedWrite } from '../../tool/port.js';
import { displayStale, isStaleFile, type StaleFile, showStale } from './stale-file.js';

/** What a tool that changes a file answers. */
export const changeResult = {
  type: 'object',
  properties: {
    path: { type: 'string' },
    operation: { enum: ['create', 'overwrite', 'edit', 'unchanged'] },
    bytes: { type: 'integer' },
    added: { type: 'integer', description: 'Lines added.' },
    removed: { type: 'integer', description: 'Lines removed.' },
    content_hash: { type: 'string' },
    strategy: { enum: ['exact', 'flexible', 'regex'], description: 'How the text to replace was found.' },
    note: { type: 'string' },
  },
  required: ['path', 'operation', 'bytes', 'added', 'removed', 'content_hash'],
  additionalProperties: false,
} as const;

export interface ChangeResult {
  [x: string]: unknown;
  path: string;
  operation: 'create' | 'overwrite' | 'edit' | 'unchanged';
  bytes: number;
  added: number;
  removed: number;
  content_hash: string;
  strategy?: 'exact' | 'flexible' | 'regex';
  note?: string;
}

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

/** Makes new content ready. What stands for a secret is no content: written, it would take the place of the value. */
export function stageContent(
  wanted: Parameters<ChangePlanPort['stage']>[0],
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

export function previewOf({ place, operation, diff, added, removed }: StagedChange): Preview {
  return { kind: 'diff', path: place.shown, operation, diff, added, removed };
}

export const undoable: Undoable = { possible: true };

/** The state a write was planned on. */
export const basisOf = ({ baseHash }: StagedWrite): string => baseHash ?? 'absent';

export const isUnchanged = (change: StagedWrite): boolean => change.baseHash === change.contentHash;

export async function applyChange(
  change: StagedWrite,
  ctx: RunContext,
  told: Pick<ChangeResult, 'note' | 'strategy'> = {},
): Promise<ChangeResult | ToolFailure> {
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

/** What the person reads: what is in the file they can see themselves. */
export const displayChange = (result: ChangeResult | StaleFile): string =>
  isStaleFile(result) ? displayStale(result) : showChange(result);

const verbs = { create: 'Created', overwrite: 'Overwrote', edit: 'Edited', unchanged: 'Unchanged:' };

export function showChange(result: ChangeResult | StaleFile): string {
  if (isStaleFile(result)) return showStale(result);
  const { path, operation, bytes, added, removed, note } = result;
  const end = note === undefined ? '' : ` ${note}`;
  if (operation === 'unchanged') return `Unchanged: ${path} has exactly this content already (${humanSize(bytes)}).`;
  if (operation === 'create') return `Created ${path} (${plural(added, 'line')}, ${humanSize(bytes)}).${end}`;
  const size = operation === 'overwrite' ? ` (${humanSize(bytes)})` : '';
  return `${verbs[operation]} ${path}${size}: ${plural(added, 'line')} added, ${removed} removed.${end}`;
}
