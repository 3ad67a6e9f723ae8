import { defined } from '../../base/defined.js';
import { renderDiff } from '../../change/unified-diff.js';
import type { PlanContext } from '../../tool/context.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { PlanResult } from '../../tool/plan.js';
import type { Place } from '../../tool/port.js';
import { type PlannedFile, planChangeSet, plannedWrite } from '../file/change-set.js';
import { type EditableText, editableAt } from '../file/editable-text.js';
import { checkContent, checkTarget, stageContent } from '../file/file-change.js';
import { resolveNamed } from '../file/removal-plan.js';
import type { Refusal, Refused } from '../file/stale-file.js';
import { placeFact, refuseLater, resolvePlace } from '../place-fact.js';
import { type FilePatch, parsePatch } from './parse-patch.js';
import { type PatchedText, patchText } from './patch-text.js';

/** Everything about a patch is found out here: one that cannot be applied, wholly and exactly, reaches nobody. */
export async function planPatch(
  patch: string,
  ctx: PlanContext,
): Promise<PlanResult<readonly PlannedFile[] | Refusal>> {
  const parsed = parsePatch(patch);
  if (isFailure(parsed)) return parsed;
  const files = resolveFiles(parsed, ctx);
  if (isFailure(files)) return files;
  const planned: PlannedFile[] = [];
  for (const file of files) {
    const one = await planFile(file, ctx);
    if (isFailure(one)) return one;
    if ('refused' in one) return one.refused;
    planned.push(one);
  }
  return planChangeSet(planned);
}

interface PatchedFile {
  readonly patch: FilePatch;
  readonly place: Place;
  /** Where the file is now. */
  readonly from: Place;
}

/** Where the files of a patch are. All in the workspace, and none of them twice. */
function resolveFiles(patches: readonly FilePatch[], ctx: PlanContext): readonly PatchedFile[] | ToolFailure {
  const taken = new Set<string>();
  const files: PatchedFile[] = [];
  for (const patch of patches) {
    const place = resolveIn(patch.path, patch, ctx);
    if (isFailure(place)) return place;
    const from = patch.from === undefined ? place : resolveIn(patch.from, patch, ctx);
    if (isFailure(from)) return from;
    for (const { path, shown } of from === place ? [place] : [from, place]) {
      if (taken.has(path)) {
        return fail(
          'validation_failed',
          `The patch names ${shown} twice. Put all that it changes there into one part.`,
        );
      }
      taken.add(path);
    }
    files.push({ patch, place, from });
  }
  return files;
}

function resolveIn(path: string, { kind }: FilePatch, ctx: PlanContext): Place | ToolFailure {
  const place = resolvePlace(path, ctx);
  if (isFailure(place)) return place;
  if (!place.inside) {
    return fail(
      'validation_failed',
      `The patch names ${place.shown}, outside the workspace. Only files in it are patched.`,
    );
  }
  if (kind === 'edit' || kind === 'create') return place;
  const named = resolveNamed(path, ctx);
  if (isFailure(named)) return named;
  return named.isLink
    ? fail(
        'validation_failed',
        `${path} is a link, which a patch neither deletes nor renames. Use delete_file or move_file.`,
      )
    : place;
}

type Planned = PlannedFile | ToolFailure | Refused;

async function planFile(file: PatchedFile, ctx: PlanContext): Promise<Planned> {
  const { patch, place, from } = file;
  if (patch.kind !== 'edit' && patch.kind !== 'delete' && place.kind !== 'missing') {
    return fail('validation_failed', `The patch makes ${place.shown}, which is there already. Nothing was changed.`);
  }
  if (patch.kind === 'create') return planNew(file, ctx);
  const content = await editableAt(from, ctx);
  if ('refused' in content) return content;
  const patched = patchText(content.text, patch.hunks, from.shown);
  // What this failure tells is read from the file: it waits until policy has let the file be read.
  if (isFailure(patched)) return { refused: refuseLater([placeFact('read', from)], patched) };
  if (patch.kind === 'delete') return planDelete(from, patched, ctx);
  const changed = { file, content, patched };
  return patch.kind === 'move' ? planMove(changed, ctx) : planEdit(changed, ctx);
}

function planNew({ patch, place }: PatchedFile, ctx: PlanContext): Planned {
  const bad = checkTarget(place);
  if (bad !== undefined) return bad;
  const patched = patchText('', patch.hunks, place.shown);
  if (isFailure(patched)) return patched;
  const content = Buffer.from(patched.text);
  const mode = patch.executable === true ? { mode: 0o755 } : {};
  const change =
    checkContent('The patch', patched.text) ??
    stageContent({ place, operation: 'write', base: undefined, content, ...mode }, ctx);
  return isFailure(change) ? change : plannedWrite(change);
}

async function planDelete(place: Place, { text }: PatchedText, ctx: PlanContext): Promise<Planned> {
  if (text !== '') {
    const message = `The patch deletes ${place.shown}, but it does not tell all of its lines. Nothing was changed: give the whole file as removed lines, or use delete_file.`;
    return { refused: refuseLater([placeFact('read', place)], fail('validation_failed', message)) };
  }
  const change = await ctx.change.stageDelete(place);
  if (isFailure(change)) return change;
  const { added, removed } = change;
  return {
    staged: [change],
    facts: [placeFact('read', place), placeFact('delete', place)],
    told: { path: place.shown, operation: 'delete', added, removed },
  };
}

interface Changed {
  readonly file: PatchedFile;
  readonly content: EditableText;
  readonly patched: PatchedText;
}

function planEdit({ file: { patch, place }, content, patched }: Changed, ctx: PlanContext): Planned {
  const mode = modeFor(place, patch);
  if (mode !== undefined && ((place.mode ?? 0) & 0o200) === 0) {
    return fail('io_error', `${place.shown} is read-only. Nothing was changed; ask the user to make it writable.`);
  }
  const change =
    checkContent('The patch', patched.text) ??
    stageContent(
      {
        place,
        operation: 'edit',
        base: content.bytes,
        content: Buffer.from(patched.text),
        ...defined({ mode }),
      },
      ctx,
    );
  return isFailure(change) ? change : plannedWrite(change, noteOf(patched, mode));
}

/** A file that is moved as it is keeps all it has; one that is changed too is made anew, with the same rights. */
async function planMove({ file, content, patched }: Changed, ctx: PlanContext): Promise<Planned> {
  const { patch, place, from } = file;
  const facts = [placeFact('read', from), placeFact('move', from), placeFact('write', place)];
  const mode = modeFor(from, patch);
  const told = { path: place.shown, operation: 'move', from: from.shown } as const;
  if (patched.text === content.text && mode === undefined) {
    const change = await ctx.change.stageMove(from, place);
    return isFailure(change) ? change : { staged: [change], facts, told: { ...told, added: 0, removed: 0 } };
  }
  const fresh = Buffer.from(patched.text);
  const made =
    checkContent('The patch', patched.text) ??
    stageContent(
      { place, operation: 'write', base: undefined, content: fresh, mode: mode ?? (from.mode ?? 0o644) & 0o777 },
      ctx,
    );
  if (isFailure(made)) return made;
  const gone = await ctx.change.stageDelete(from);
  if (isFailure(gone)) return gone;
  const { diff, added, removed } = renderDiff(place.shown, content.bytes, fresh);
  const shown = `rename from ${from.shown}\nrename to ${place.shown}\n${diff}`;
  const note = noteOf(patched, mode);
  return {
    staged: [
      { ...made, diff: shown, added, removed },
      { ...gone, diff: '' },
    ],
    facts,
    told: { ...told, added, removed, content_hash: made.contentHash, ...defined({ note }) },
  };
}

/** The permission bits a file shall have, where these become others. */
function modeFor({ mode = 0o644 }: Place, { executable }: FilePatch): number | undefined {
  if (executable === undefined) return undefined;
  const wanted = executable ? mode | ((mode & 0o444) >> 2) : mode & ~0o111;
  return wanted === mode ? undefined : wanted;
}

function noteOf({ notes }: PatchedText, mode: number | undefined): string | undefined {
  const told = [...notes, ...(mode === undefined ? [] : [`Its mode is now ${(mode & 0o777).toString(8)}.`])];
  return told.length === 0 ? undefined : told.join(' ');
}
