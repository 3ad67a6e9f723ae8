import { objectOf } from '../../schema/object-of.js';
import { defineTool } from '../../tool/define-tool.js';
import { isFailure } from '../../tool/outcome.js';
import { placeFact, refuseLater, refusePlace, resolvePlace } from '../place-fact.js';
import { checkEdit, readEditable } from './editable-text.js';
import { planPreview, staging } from './staged-preview.js';
import { editText } from './text-edit.js';

export const previewEditFile = defineTool({
  ...staging,
  name: 'preview_edit_file',
  title: 'Preview edit',
  description:
    'Stages an edit of a file and shows the difference; writes nothing. Replaces the first exact match of old_text, or all. Give the token to apply_file_change.',
  parameters: objectOf({
    path: { type: 'string', description: 'Relative to the workspace.' },
    old_text: { type: 'string' },
    new_text: { type: 'string' },
    'replace_all?': { type: 'boolean', description: 'Default false.' },
  }),

  async plan(args, ctx) {
    const replaceAll = args.replace_all ?? false;
    const edit = { oldText: args.old_text, newText: args.new_text, replaceAll, first: true, exactly: true };
    const bad = checkEdit(edit);
    if (bad !== undefined) return bad;
    const place = resolvePlace(args.path, ctx);
    if (isFailure(place)) return place;
    const old = await readEditable(place, ctx);
    if (isFailure(old)) return refusePlace(place, 'read', old);
    const edited = editText(old.text, edit, place.shown);
    if (isFailure(edited)) return refuseLater([placeFact('read', place)], edited);
    const content = Buffer.from(edited.text);
    return planPreview({ place, operation: 'edit', base: old.bytes, content }, ctx, replaceAll);
  },
});
