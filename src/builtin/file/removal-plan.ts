import { sha256 } from '../../base/digest.js';
import { plural } from '../../base/text.js';
import type { FromSchema } from '../../schema/json-schema.js';
import { objectOf } from '../../schema/object-of.js';
import type { PlanContext, RunContext } from '../../tool/context.js';
import type { Fact } from '../../tool/fact.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { PlanResult } from '../../tool/plan.js';
import type { Place, StagedRemoval } from '../../tool/port.js';
import { refuseLater, resolvePlace } from '../place-fact.js';
import { traits } from '../traits.js';
import { previewOf } from './file-change.js';
import { missingFile } from './missing-file.js';
import { type Refusal, refuseStale, unlessRefused, wordsOrStale } from './stale-file.js';

/** What a tool that takes files away answers. */
const removalResult = objectOf({
  path: { type: 'string' },
  operation: { enum: ['delete', 'move'] },
  'from?': { type: 'string', description: 'Where it was before the move.' },
  kind: { enum: ['file', 'link', 'folder'] },
  files: { type: 'integer', description: 'How many files and links it held, itself included.' },
});

export type RemovalResult = FromSchema<typeof removalResult>;

/** What a path names, before any link at its end is followed. */
export interface Named {
  readonly place: Place;
  /** It is taken away itself, never what it leads to. */
  readonly isLink: boolean;
}

export function resolveNamed(path: string, ctx: PlanContext): Named | ToolFailure {
  const place = resolvePlace(path, ctx);
  if (isFailure(place) || place.via === undefined) return isFailure(place) ? place : { place, isLink: false };
  const given = path.replace(/\/+$/, '');
  const name = given.slice(given.lastIndexOf('/') + 1);
  const folder = ctx.workspace.resolve(given.slice(0, -name.length) || '.');
  if (isFailure(folder)) return folder;
  if (`${folder.path === '/' ? '' : folder.path}/${name}` === place.path) return { place, isLink: false };
  return { place: { ...place, given }, isLink: true };
}

/** What cannot be taken away, whatever the rest of the call says. */
export async function checkNamed({ place, isLink }: Named, ctx: PlanContext): Promise<ToolFailure | undefined> {
  if (/(?:^|\/)\.\.?\/*$/.test(place.given)) {
    return fail('validation_failed', `${place.given} ends with dots. Name a file or folder in the workspace itself.`);
  }
  if (isLink) return undefined;
  if (place.kind === 'missing') return missingFile(place, ctx.workspace);
  if (place.kind !== 'directory' || place.inside) return undefined;
  return fail(
    'validation_failed',
    `${place.shown} is a folder outside the workspace, which is not deleted or moved as a whole. Name a file in it, or use run_command.`,
  );
}

/** Inside the workspace nobody is asked for nothing; outside, what is there is told once policy has let it be seen. */
export function refuseRemoval(
  places: readonly Place[],
  facts: readonly Fact[],
  failure: ToolFailure,
): PlanResult<Refusal> {
  return places.every(({ inside }) => inside) ? failure : refuseLater(facts, failure);
}

/** The plan of a removal; of one that would take away a file the model knows with other content, that answer. */
export async function planRemoval(
  change: StagedRemoval,
  facts: readonly Fact[],
  ctx: PlanContext,
): Promise<PlanResult<StagedRemoval | Refusal>> {
  const outdated = await refuseOutdated(change, ctx);
  if (outdated !== undefined) return outdated;
  const { paths, undo } = change;
  return { facts, preview: previewOf(change), basis: sha256(JSON.stringify(paths)), undo, carry: change };
}

async function refuseOutdated(change: StagedRemoval, ctx: PlanContext): Promise<PlanResult<Refusal> | undefined> {
  for (const { path, before } of change.paths) {
    const known = before.kind === 'file' ? ctx.change.seen({ shown: path }) : undefined;
    if (known === undefined || before.kind !== 'file' || known === before.hash) continue;
    const place = ctx.workspace.reach(path);
    if (isFailure(place)) return place;
    const base = await ctx.workspace.read(place);
    return isFailure(base) ? base : refuseStale({ place, base, known }, ctx);
  }
  return undefined;
}

async function applyRemoval(change: StagedRemoval, ctx: RunContext): Promise<RemovalResult | ToolFailure> {
  const applied = await ctx.change.apply(change, ctx.signal);
  if (isFailure(applied)) return applied;
  const { operation, from, place, paths } = change;
  const taken = paths.map(({ before }) => before.kind).filter((kind) => kind !== 'absent');
  const files = taken.filter((kind) => kind !== 'folder').length;
  const kind = taken.includes('folder') ? 'folder' : (taken[0] ?? 'file');
  return { path: place.shown, operation, ...(operation === 'move' && { from: from.shown }), kind, files };
}

function showRemoval({ path, operation, from, kind, files }: RemovalResult): string {
  const what = kind === 'folder' ? `the folder ${from ?? path} with ${plural(files, 'file')}` : `${from ?? path}`;
  const link = kind === 'link' ? ' (the link, not what it leads to)' : '';
  return operation === 'delete' ? `Deleted ${what}${link}.` : `Moved ${what} to ${path}${link}.`;
}

/** A tool that takes files away. */
export const removal = {
  ...traits.changeFiles,
  result: removalResult,
  run: unlessRefused(applyRemoval),
  ...wordsOrStale(showRemoval),
} as const;
