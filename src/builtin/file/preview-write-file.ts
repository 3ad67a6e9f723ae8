import { defineTool } from '../../tool/define-tool.js';
import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import { refusePlace } from '../place-fact.js';
import { stageContent } from './file-change.js';
import {
  displayPreview,
  keepPreview,
  type PreviewCarry,
  planPreview,
  previewResult,
  stagingTraits,
} from './staged-preview.js';
import { writeTarget } from './write-target.js';

export const previewWriteFile = defineTool({
  ...stagingTraits,
  name: 'preview_write_file',
  title: 'Preview write',
  description:
    'Stages new content for a file and shows the difference; writes nothing. Give the token to apply_file_change.',
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'Relative to the workspace.' },
      content: { type: 'string', description: 'The whole new content.' },
    },
    required: ['path', 'content'],
    additionalProperties: false,
  },
  result: previewResult,

  async plan(args, ctx) {
    const target = writeTarget(args, 'read', ctx);
    if ('refused' in target) return target.refused;
    const { place } = target;
    const base = place.kind === 'missing' ? undefined : await ctx.workspace.read(place);
    if (isFailure(base)) return refusePlace(place, 'read', base);
    const change = stageContent({ place, operation: 'write', base, content: Buffer.from(args.content) }, ctx);
    if (isFailure(change)) return refusePlace(place, 'read', change);
    return planPreview({ change, base });
  },

  run: (_args, ctx, carry: PreviewCarry | ToolFailure) => keepPreview(carry, ctx),
  display: displayPreview,
});
