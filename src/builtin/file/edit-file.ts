import type { PlanContext } from '../../tool/context.js';
import { defineTool } from '../../tool/define-tool.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { Place, StagedChange } from '../../tool/port.js';
import { placeFact, refuseLater, refusePlace, resolvePlace } from '../place-fact.js';
import { checkText, decodeExactly } from '../text-content.js';
import { applyChange, changeResult, checkContent, checkTarget, previewOf, showChange } from './file-change.js';
import { missingFile } from './missing-file.js';
import { editText } from './text-edit.js';

export const editFile = defineTool({
  name: 'edit_file',
  title: 'Edit file',
  description:
    'Replaces old_text by new_text in a file. old_text must be exactly as in the file (white space too, without line numbers) and found only once, or set replace_all.',
  category: 'FileSystem',
  group: 'edit',
  source: 'builtin',
  capabilities: ['workspace'],
  effects: 'workspace',
  idempotent: false,
  concurrency: 'exclusive',
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
    const bad = checkArguments(edit.oldText, edit.newText);
    if (bad !== undefined) return bad;
    const place = resolvePlace(args.path, ctx);
    if (isFailure(place)) return place;
    const content = await readText(place, ctx);
    if (isFailure(content)) return refusePlace(place, 'write', content);
    const edited = editText(content.text, edit, place.shown);
    // What this failure tells is read from the file: it waits until policy has let the file be read.
    if (isFailure(edited)) return refuseLater([placeFact('read', place)], edited);
    const change = ctx.change.stage({
      place,
      operation: 'edit',
      base: content.bytes,
      content: Buffer.from(edited.text),
    });
    const note = noteOn(edited.count, edit.replaceAll, edited.keptCrlf);
    return {
      facts: [placeFact('read', place), placeFact('write', place)],
      preview: previewOf(change),
      ...(change.baseHash !== undefined && { basis: change.baseHash }),
      carry: { change, note },
    };
  },

  run: (_args, ctx, carry: { readonly change: StagedChange; readonly note: string | undefined } | ToolFailure) =>
    isFailure(carry) ? carry : applyChange(carry.change, ctx, carry.note),
  show: showChange,
  display: showChange,
});

function checkArguments(oldText: string, newText: string): ToolFailure | undefined {
  if (oldText === '') {
    return fail(
      'validation_failed',
      'old_text is empty. Give the text to replace, or use write_file to write the whole file.',
    );
  }
  if (oldText === newText)
    return fail(
      'validation_failed',
      'old_text and new_text are the same, so nothing would change. Give a new_text that differs.',
    );
  return checkContent('new_text', newText);
}

async function readText(
  place: Place,
  ctx: PlanContext,
): Promise<{ readonly bytes: Uint8Array; readonly text: string } | ToolFailure> {
  if (place.kind === 'missing') return missingFile(place, ctx.workspace);
  const refused = checkTarget(place);
  if (refused !== undefined) return refused;
  const bytes = await ctx.workspace.read(place);
  if (isFailure(bytes)) return bytes;
  const text = decodeExactly(bytes);
  if (text === undefined || checkText(bytes, place) !== undefined) {
    return (
      checkText(bytes, place) ??
      fail(
        'validation_failed',
        `${place.shown} holds bytes that are not UTF-8, which an edit would damage. Change it with run_command (sed, iconv).`,
      )
    );
  }
  return { bytes, text };
}

function noteOn(count: number, replaceAll: boolean, keptCrlf: boolean): string | undefined {
  const notes = [
    ...(replaceAll ? [`Replaced ${count === 1 ? '1 match' : `${count} matches`}.`] : []),
    ...(keptCrlf ? ['Line ends were kept as CRLF.'] : []),
  ];
  return notes.length === 0 ? undefined : notes.join(' ');
}
