import { defineTool } from '../../tool/define-tool.js';
import { isFailure } from '../../tool/outcome.js';
import type { StagedWrite } from '../../tool/port.js';
import { placeFact, refusePlace, resolvePlace } from '../place-fact.js';
import {
  applyChange,
  basisOf,
  changeResult,
  checkContent,
  checkTarget,
  isUnchanged,
  previewOf,
  showChange,
  undoable,
} from './file-change.js';
import { isRefusal, type Refusal, refuse, refuseUnknown } from './stale-file.js';

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
    const unknown = base === undefined ? undefined : await refuseUnknown(place, base, ctx);
    if (unknown !== undefined) return unknown;
    const change = ctx.change.stage({ place, operation: 'write', base, content: Buffer.from(args.content) });
    const fact = placeFact(isUnchanged(change) ? 'read' : 'write', place);
    return { facts: [fact], preview: previewOf(change), basis: basisOf(change), undo: undoable, carry: change };
  },

  run: (_args, ctx, carry: StagedWrite | Refusal) => (isRefusal(carry) ? refuse(carry, ctx) : applyChange(carry, ctx)),
  show: showChange,
  display: showChange,
});
