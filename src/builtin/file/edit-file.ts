import { defineTool } from '../../tool/define-tool.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { Place } from '../../tool/port.js';
import { placeFact, refuseLater, refusePlace, resolvePlace } from '../place-fact.js';
import { checkEdit, editableAt, editedBytes } from './editable-text.js';
import { type ChangeResult, checkContent, checkTarget, fileChange, planContent } from './file-change.js';
import { fileEditOf, fileEditSchema, makeEdit } from './file-edit.js';
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
    ...fileChange,
    name: 'edit_file',
    title: 'Edit file',
    description: `Replaces old_text by new_text in a file. ${ruleOf(first, exactly)}${creates ? ' An empty old_text creates the file.' : ''}`,
    help: `${exactly ? '' : 'Where white space alone differs from old_text it is found too. '}With an empty new_text what was found is deleted. As a regular expression old_text has ^ and $ match at every line, and its first match is replaced. A file whose content_hash is not expected_hash stays as it is, and the failure is stale.`,
    parameters: fileEditSchema,

    async plan(args, ctx) {
      const place = resolvePlace(args.path, ctx);
      if (isFailure(place)) return place;
      if (creates && args.old_text === '') {
        const bad = checkContent('new_text', args.new_text) ?? checkTarget(place) ?? checkAbsent(place);
        if (bad !== undefined) return refusePlace(place, 'write', bad);
        const content = Buffer.from(args.new_text);
        return planContent({ place, operation: 'write', base: undefined, content }, ctx, { told: {} });
      }
      const edit = { ...fileEditOf(args), first, exactly };
      const bad = checkEdit(edit);
      if (bad !== undefined) return bad;
      const old = await editableAt(place, ctx, [edit.expectedHash]);
      if ('refused' in old) return old.refused;
      const edited = await makeEdit(old.text, edit, { shown: place.shown, signal: ctx.signal });
      const facts = [placeFact('read', place)];
      // What this failure tells is read from the file: it waits until policy has let the file be read.
      if (isFailure(edited)) return refuseLater(facts, edited);
      const wanted = { place, operation: 'edit', base: old.bytes, content: editedBytes(old, edited) } as const;
      return planContent(wanted, ctx, { facts, told: tellOf(edited, edit.replaceAll) });
    },
  });
}

export const editFile = createEditFile();

function ruleOf(first: boolean, exactly: boolean): string {
  const place = first
    ? 'Of several matches the first is replaced, unless replace_all is set.'
    : 'It must be found once, unless replace_all is set.';
  const text = 'Give old_text as it is in the file, without line numbers';
  return exactly ? `${text}, white space too. ${place}` : `${text}. ${place}`;
}

const checkAbsent = ({ kind, shown }: Place): ToolFailure | undefined =>
  kind === 'missing'
    ? undefined
    : fail(
        'validation_failed',
        `${shown} is there already, and an empty old_text creates a file. Give the text to replace.`,
      );

function tellOf({ strategy, count, keptCrlf }: Edited, replaceAll: boolean): Pick<ChangeResult, 'note' | 'strategy'> {
  const notes = [
    ...(replaceAll ? [`Replaced ${count === 1 ? '1 match' : `${count} matches`}.`] : []),
    ...(strategy === 'flexible' ? ['old_text was found with other white space than given.'] : []),
    ...(keptCrlf ? ['Line ends were kept as CRLF.'] : []),
  ];
  return notes.length === 0 ? { strategy } : { strategy, note: notes.join(' ') };
}
