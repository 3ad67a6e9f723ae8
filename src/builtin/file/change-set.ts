import { defined } from '../../base/defined.js';
import { sha256 } from '../../base/digest.js';
import { plural } from '../../base/text.js';
import type { FromSchema } from '../../schema/json-schema.js';
import { objectOf } from '../../schema/object-of.js';
import type { RunContext } from '../../tool/context.js';
import type { Fact } from '../../tool/fact.js';
import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { Plan, Preview, Undoable } from '../../tool/plan.js';
import type { StagedChange, StagedWrite } from '../../tool/port.js';
import { placeFact } from '../place-fact.js';
import { traits } from '../traits.js';
import { isUnchanged, undoable } from './file-change.js';
import { unlessRefused, wordsOrStale } from './stale-file.js';

/** What a tool that changes several files answers. */
const changeSetResult = objectOf({
  files: {
    type: 'array',
    items: objectOf({
      path: { type: 'string' },
      operation: { enum: ['create', 'overwrite', 'edit', 'delete', 'move', 'unchanged'] },
      'from?': { type: 'string', description: 'Where it was before the move.' },
      added: { type: 'integer', description: 'Lines added.' },
      removed: { type: 'integer', description: 'Lines removed.' },
      'content_hash?': { type: 'string' },
      'note?': { type: 'string' },
    }),
  },
  added: { type: 'integer' },
  removed: { type: 'integer' },
});

type ChangeSetResult = FromSchema<typeof changeSetResult>;

/** What became of one file. */
type ChangedFile = ChangeSetResult['files'][number];

/** The changes of one file, made ready. */
export interface PlannedFile {
  /** Several where a file is moved and edited. */
  readonly staged: readonly StagedChange[];
  readonly facts: readonly Fact[];
  readonly told: ChangedFile;
}

/** One file with new content. */
export function plannedWrite(change: StagedWrite, note?: string): PlannedFile {
  const { place, added, removed, contentHash, operation } = change;
  const unchanged = isUnchanged(change) && change.mode === undefined;
  const isNew = operation === 'create';
  return {
    staged: [change],
    facts: [...(isNew ? [] : [placeFact('read', place)]), ...(unchanged ? [] : [placeFact('write', place)])],
    told: {
      path: place.shown,
      operation: unchanged ? 'unchanged' : operation,
      added,
      removed,
      content_hash: contentHash,
      ...defined({ note }),
    },
  };
}

/** The plan of all of them: one question with all the differences, one change, one undo. */
export function planChangeSet(files: readonly PlannedFile[]): Plan<readonly PlannedFile[]> {
  const staged = files.flatMap((file) => file.staged);
  return {
    facts: files.flatMap(({ facts }) => facts),
    preview: previewOf(files, staged),
    basis: sha256(JSON.stringify(staged.map(({ paths }) => paths))),
    undo: staged.map(undoOf).find(({ possible }) => !possible) ?? undoable,
    carry: files,
  };
}

const undoOf = (change: StagedChange): Undoable => ('undo' in change ? change.undo : undoable);

function previewOf(files: readonly PlannedFile[], staged: readonly StagedChange[]): Preview {
  const operations = new Set(staged.map(({ operation }) => operation));
  const [only] = operations;
  return {
    kind: 'diff',
    path: files.map(({ told }) => told.path).join(', '),
    operation: operations.size === 1 && only !== undefined ? only : 'edit',
    diff: staged.map(({ diff }) => diff).join(''),
    added: sum(files, 'added'),
    removed: sum(files, 'removed'),
  };
}

/** Makes all of the changes, or none. */
async function applyChangeSet(files: readonly PlannedFile[], ctx: RunContext): Promise<ChangeSetResult | ToolFailure> {
  const staged = files.filter(({ told }) => told.operation !== 'unchanged').flatMap((file) => file.staged);
  const applied = staged.length === 0 ? { bytes: 0 } : await ctx.change.apply(staged, ctx.signal);
  if (isFailure(applied)) return applied;
  for (const { told, staged: same } of files)
    for (const { place } of told.operation === 'unchanged' ? same : []) ctx.change.saw(place, told.content_hash ?? '');
  return {
    files: files.map(({ told }) => told),
    added: sum(files, 'added'),
    removed: sum(files, 'removed'),
  };
}

const sum = (files: readonly PlannedFile[], count: 'added' | 'removed'): number =>
  files.reduce((total, { told }) => total + told[count], 0);

const verbs = { create: 'Created', overwrite: 'Overwrote', edit: 'Edited', delete: 'Deleted', move: 'Moved' };

const showChangeSet = ({ files }: ChangeSetResult): string => files.map(showFile).join('\n');

function showFile({ path, operation, from, added, removed, note }: ChangedFile): string {
  const end = note === undefined ? '' : ` ${note}`;
  if (operation === 'unchanged') return `Unchanged: ${path}.${end}`;
  const what = from === undefined ? path : `${from} to ${path}`;
  return `${verbs[operation]} ${what}: ${plural(added, 'line')} added, ${removed} removed.${end}`;
}

/** What the person reads. */
function displayChangeSet({ files, added, removed }: ChangeSetResult): string {
  const [only] = files;
  if (files.length === 1 && only !== undefined) return showFile(only);
  return `${plural(files.length, 'file')} changed: ${plural(added, 'line')} added, ${removed} removed.`;
}

/** A tool that changes several files at once. */
export const changeSet = {
  ...traits.changeFiles,
  result: changeSetResult,
  run: unlessRefused(applyChangeSet),
  ...wordsOrStale(showChangeSet, displayChangeSet),
} as const;
