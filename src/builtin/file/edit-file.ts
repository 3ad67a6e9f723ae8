import { defineTool } from '../../tool/define-tool.js';
import { isFailure } from '../../tool/outcome.js';
import type { StagedWrite } from '../../tool/port.js';
import { placeFact, refuseLater, refusePlace, resolvePlace } from '../place-fact.js';
import { changingTraits } from './changing-traits.js';
import { checkEdit, readEditable } from './editable-text.js';
import {
  applyChange,
  basisOf,
  changeResult,
  displayChange,
  previewOf,
  showChange,
  stageContent,
  undoable,
} from './file-change.js';
import { isRefusal, type Refusal, refuse, refuseUnknown } from './stale-file.js';
import { editText } from './text-edit.js';

export const editFile = defineTool({
  ...changingTraits,
  name: 'edit_file',
  title: 'Edit file',
  description:
    'Replaces old_text by new_text in a file. old_text must be exactly as in the file (white space too, without line numbers) and found only once, or set replace_all.',
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'Relative to the workspace, or absolute.' },
      old_text: { type: 'string', description: 'The text to replace, with enough around it to be unique.' },
      new_text: { type: 'string', description: 'What to put there; empty to delete.' },
      replace_all: { type: 'boolean', description: 'Replace every match. Default false.' },
    },
    required: ['path', 'old_text', 'new_text'],
    additionalProperties: false,
  },
  result: changeResult,

  async plan(args, ctx) {
    const edit = { oldText: args.old_text, newText: args.new_text, replaceAll: args.replace_all ?? false };
    const bad = checkEdit(edit);
    if (bad !== undefined) return bad;
    const place = resolvePlace(args.path, ctx);
    if (isFailure(place)) return place;
    const content = await readEditable(place, ctx);
    if (isFailure(content)) return refusePlace(place, 'write', content);
    const unknown = await refuseUnknown(place, content.bytes, ctx);
    if (unknown !== undefined) return unknown;
    const edited = editText(content.text, edit, place.shown);
    // What this failure tells is read from the file: it waits until policy has let the file be read.
    if (isFailure(edited)) return refuseLater([placeFact('read', place)], edited);
    const wanted = { place, operation: 'edit', base: content.bytes, content: Buffer.from(edited.text) } as const;
    const change = stageContent(wanted, ctx);
    if (isFailure(change)) return refusePlace(place, 'write', change);
    const note = noteOn(edited.count, edit.replaceAll, edited.keptCrlf);
    return {
      facts: [placeFact('read', place), placeFact('write', place)],
      preview: previewOf(change),
      basis: basisOf(change),
      undo: undoable,
      carry: { change, note },
    };
  },

  run: (_args, ctx, carry: { readonly change: StagedWrite; readonly note: string | undefined } | Refusal) =>
    isRefusal(carry) ? refuse(carry, ctx) : applyChange(carry.change, ctx, carry.note),
  show: showChange,
  display: displayChange,
});

function noteOn(count: number, replaceAll: boolean, keptCrlf: boolean): string | undefined {
  const notes = [
    ...(replaceAll ? [`Replaced ${count === 1 ? '1 match' : `${count} matches`}.`] : []),
    ...(keptCrlf ? ['Line ends were kept as CRLF.'] : []),
  ];
  return notes.length === 0 ? undefined : notes.join(' ');
}
