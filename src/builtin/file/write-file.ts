import { defineTool } from '../../tool/define-tool.js';
import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { StagedChange } from '../../tool/port.js';
import { placeFact, refusePlace, resolvePlace } from '../place-fact.js';
import {
  applyChange,
  changeResult,
  checkContent,
  checkTarget,
  isUnchanged,
  previewOf,
  showChange,
} from './file-change.js';

export const writeFile = defineTool({
  name: 'write_file',
  title: 'Write file',
  description:
    'Creates a file, or replaces the whole content of one; missing parent folders are made. To change a part of a file use edit_file.',
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
      content: { type: 'string', description: 'The whole new content.' },
    },
    required: ['path', 'content'],
    additionalProperties: false,
  },
  result: changeResult,

  async plan(args, ctx) {
    const place = resolvePlace(args.path, ctx);
    if (isFailure(place)) return place;
    const bad = checkContent('content', args.content);
    if (bad !== undefined) return bad;
    const refused = checkTarget(place);
    if (refused !== undefined) return refusePlace(place, 'write', refused);
    const base = place.kind === 'missing' ? undefined : await ctx.workspace.read(place);
    if (isFailure(base)) return refusePlace(place, 'write', base);
    const change = ctx.change.stage({ place, operation: 'write', base, content: Buffer.from(args.content) });
    const fact = placeFact(isUnchanged(change) ? 'read' : 'write', place);
    return { facts: [fact], preview: previewOf(change), basis: change.baseHash ?? 'absent', carry: change };
  },

  run: (_args, ctx, carry: StagedChange | ToolFailure) => (isFailure(carry) ? carry : applyChange(carry, ctx)),
  show: showChange,
  display: showChange,
});
