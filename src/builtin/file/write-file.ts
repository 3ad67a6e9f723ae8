import { defineTool } from '../../tool/define-tool.js';
import { isFailure } from '../../tool/outcome.js';
import type { StagedWrite } from '../../tool/port.js';
import { placeFact, refusePlace } from '../place-fact.js';
import { changingTraits } from './changing-traits.js';
import {
  applyChange,
  basisOf,
  changeResult,
  displayChange,
  isUnchanged,
  previewOf,
  showChange,
  stageContent,
  undoable,
} from './file-change.js';
import { isRefusal, type Refusal, refuse, refuseUnknown } from './stale-file.js';
import { writeTarget } from './write-target.js';

export const writeFile = defineTool({
  ...changingTraits,
  name: 'write_file',
  title: 'Write file',
  description:
    'Creates a file, or replaces the whole content of one; missing parent folders are made. To change a part of a file use edit_file.',
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
    const target = writeTarget(args, 'write', ctx);
    if ('refused' in target) return target.refused;
    const { place } = target;
    const base = place.kind === 'missing' ? undefined : await ctx.workspace.read(place);
    if (isFailure(base)) return refusePlace(place, 'write', base);
    const unknown = base === undefined ? undefined : await refuseUnknown(place, base, ctx);
    if (unknown !== undefined) return unknown;
    const change = stageContent({ place, operation: 'write', base, content: Buffer.from(args.content) }, ctx);
    if (isFailure(change)) return refusePlace(place, 'write', change);
    const fact = placeFact(isUnchanged(change) ? 'read' : 'write', place);
    return { facts: [fact], preview: previewOf(change), basis: basisOf(change), undo: undoable, carry: change };
  },

  run: (_args, ctx, carry: StagedWrite | Refusal) => (isRefusal(carry) ? refuse(carry, ctx) : applyChange(carry, ctx)),
  show: showChange,
  display: displayChange,
});
