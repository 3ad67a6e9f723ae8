import type { PlanContext } from '../../tool/context.js';
import { defineTool } from '../../tool/define-tool.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { PlanResult } from '../../tool/plan.js';
import type { Place, StagedWrite } from '../../tool/port.js';
import { placeFact, refuseLater, refusePlace, resolvePlace } from '../place-fact.js';
import { changingTraits } from './changing-traits.js';
import { checkEdit, editedBytes, readEditable } from './editable-text.js';
import {
  applyChange,
  basisOf,
  type ChangeResult,
  changeResult,
  checkContent,
  checkTarget,
  displayChange,
  previewOf,
  showChange,
  stageContent,
  undoable,
} from './file-change.js';
import { fileEditOf, fileEditSchema, makeEdit } from './file-edit.js';
import { isRefusal, type Refusal, refuse, refuseExpected, refuseUnknown } from './stale-file.js';
import type { Edited } from './text-edit.js';

export interface EditFileOptions {
  /** Of several matches the first is replaced; else they are a failure. */
  readonly first?: boolean;
  /** White space has to be as it was given. */
  readonly exactly?: boolean;
  /** An empty `old_text` makes a new file. */
  readonly creates?: boolean;
}

/** The tool that replaces text in a file. */
export function createEditFile({ first = false, exactly = false, creates = false }: EditFileOptions = {}) {
  return defineTool({
    ...changingTraits,
    name: 'edit_file',
    title: 'Edit file',
    description: `Replaces old_text by new_text in a file. ${ruleOf(first, exactly)}${creates ? ' An empty old_text creates the file.' : ''}`,
    help: `${exactly ? '' : 'Where white space alone differs from old_text it is found too. '}With an empty new_text what was found is deleted. As a regular expression old_text has ^ and $ match at every line, and its first match is replaced. A file whose content_hash is not expected_hash stays as it is, and the failure is stale.`,
    parameters: fileEditSchema,
    result: changeResult,

    async plan(args, ctx) {
      const place = resolvePlace(args.path, ctx);
      if (isFailure(place)) return place;
      if (creates && args.old_text === '') return planCreation(place, args.new_text, ctx);
      const edit = { ...fileEditOf(args), first, exactly };
      const bad = checkEdit(edit);
      if (bad !== undefined) return bad;
      const content = await readEditable(place, ctx);
      if (isFailure(content)) return refusePlace(place, 'write', content);
      const unknown =
        (await refuseExpected(place, content.bytes, edit.expectedHash, ctx)) ??
        (await refuseUnknown(place, content.bytes, ctx));
      if (unknown !== undefined) return unknown;
      const edited = await makeEdit(content.text, edit, { shown: place.shown, signal: ctx.signal });
      // What this failure tells is read from the file: it waits until policy has let the file be read.
      if (isFailure(edited)) return refuseLater([placeFact('read', place)], edited);
      const wanted = { place, operation: 'edit', base: content.bytes, content: editedBytes(content, edited) } as const;
      const change = stageContent(wanted, ctx);
      if (isFailure(change)) return refusePlace(place, 'write', change);
      return {
        facts: [placeFact('read', place), placeFact('write', place)],
        preview: previewOf(change),
        basis: basisOf(change),
        undo: undoable,
        carry: { change, told: tellOf(edited, edit.replaceAll) },
      };
    },

    run: (_args, ctx, carry: Editing | Refusal) =>
      isRefusal(carry) ? refuse(carry, ctx) : applyChange(carry.change, ctx, carry.told),
    show: showChange,
    display: displayChange,
  });
}

export const editFile = createEditFile();

interface Editing {
  readonly change: StagedWrite;
  readonly told: Pick<ChangeResult, 'note' | 'strategy'>;
}

function ruleOf(first: boolean, exactly: boolean): string {
  const place = first
    ? 'Of several matches the first is replaced, unless replace_all is set.'
    : 'It must be found once, unless replace_all is set.';
  const text = 'Give old_text as it is in the file, without line numbers';
  return exactly ? `${text}, white space too. ${place}` : `${text}. ${place}`;
}

function planCreation(place: Place, newText: string, ctx: PlanContext): PlanResult<Editing | ToolFailure> {
  const bad = checkContent('new_text', newText) ?? checkTarget(place) ?? checkAbsent(place);
  if (bad !== undefined) return refusePlace(place, 'write', bad);
  const wanted = { place, operation: 'write', base: undefined, content: Buffer.from(newText) } as const;
  const change = stageContent(wanted, ctx);
  if (isFailure(change)) return refusePlace(place, 'write', change);
  return {
    facts: [placeFact('write', place)],
    preview: previewOf(change),
    basis: basisOf(change),
    undo: undoable,
    carry: { change, told: {} },
  };
}

const checkAbsent = ({ kind, shown }: Place): ToolFailure | undefined =>
  kind === 'missing'
    ? undefined
    : fail(
        'validation_failed',
        `${shown} is there already, and an empty old_text creates a file. Give the text to replace.`,
      );

function tellOf({ strategy, count, keptCrlf }: Edited, replaceAll: boolean): Editing['told'] {
  const notes = [
    ...(replaceAll ? [`Replaced ${count === 1 ? '1 match' : `${count} matches`}.`] : []),
    ...(strategy === 'flexible' ? ['old_text was found with other white space than given.'] : []),
    ...(keptCrlf ? ['Line ends were kept as CRLF.'] : []),
  ];
  return notes.length === 0 ? { strategy } : { strategy, note: notes.join(' ') };
}
