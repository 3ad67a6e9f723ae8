import { objectOf } from '../../schema/object-of.js';
import { defineTool } from '../../tool/define-tool.js';
import { isFailure } from '../../tool/outcome.js';
import { refusePlace } from '../place-fact.js';
import { writeTarget } from './file-change.js';
import { planPreview, staging } from './staged-preview.js';

export const previewWriteFile = defineTool({
  ...staging,
  name: 'preview_write_file',
  title: 'Preview write',
  description:
    'Stages new content for a file and shows the difference; writes nothing. Give the token to apply_file_change.',
  parameters: objectOf({
    path: { type: 'string', description: 'Relative to the workspace.' },
    content: { type: 'string', description: 'The whole new content.' },
  }),

  async plan(args, ctx) {
    const target = writeTarget(args, 'read', ctx);
    if ('refused' in target) return target.refused;
    const { place } = target;
    const base = place.kind === 'missing' ? undefined : await ctx.workspace.read(place);
    if (isFailure(base)) return refusePlace(place, 'read', base);
    return planPreview({ place, operation: 'write', base, content: Buffer.from(args.content) }, ctx);
  },
});
