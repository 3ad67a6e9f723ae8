import { objectOf } from '../../schema/object-of.js';
import { defineTool } from '../../tool/define-tool.js';
import { editableAt } from './editable-text.js';
import { fileChange, planContent, writeTarget } from './file-change.js';
import { isCrlf, toCrlf } from './text-edit.js';

export const appendFile = defineTool({
  ...fileChange,
  name: 'append_file',
  title: 'Append to file',
  description: 'Adds content at the end of a text file, exactly as given; makes the file when it is missing.',
  parameters: objectOf({ path: { type: 'string' }, content: { type: 'string' } }),

  async plan(args, ctx) {
    const target = writeTarget(args, 'write', ctx);
    if ('refused' in target) return target.refused;
    const { place } = target;
    const old = place.kind === 'missing' ? undefined : await editableAt(place, ctx);
    if (old !== undefined && 'refused' in old) return old.refused;
    const adapted = old !== undefined && isCrlf(old.text) ? toCrlf(args.content) : args.content;
    const content = Buffer.concat([old?.bytes ?? new Uint8Array(), Buffer.from(adapted)]);
    const told = adapted === args.content ? {} : { note: 'Line ends were kept as CRLF.' };
    return planContent({ place, operation: 'edit', base: old?.bytes, content }, ctx, { told });
  },
});
