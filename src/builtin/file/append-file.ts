import { defineTool } from '../../tool/define-tool.js';
import { isFailure } from '../../tool/outcome.js';
import type { StagedWrite } from '../../tool/port.js';
import { placeFact, refusePlace } from '../place-fact.js';
import { changingTraits } from './changing-traits.js';
import { readEditable } from './editable-text.js';
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
import { isCrlf, toCrlf } from './text-edit.js';
import { writeTarget } from './write-target.js';

export const appendFile = defineTool({
  ...changingTraits,
  name: 'append_file',
  title: 'Append to file',
  description: 'Adds content at the end of a text file, exactly as given; makes the file when it is missing.',
  parameters: {
    type: 'object',
    properties: { path: { type: 'string' }, content: { type: 'string' } },
    required: ['path', 'content'],
    additionalProperties: false,
  },
  result: changeResult,

  async plan(args, ctx) {
    const target = writeTarget(args, 'write', ctx);
    if ('refused' in target) return target.refused;
    const { place } = target;
    const old = place.kind === 'missing' ? undefined : await readEditable(place, ctx);
    if (isFailure(old)) return refusePlace(place, 'write', old);
    const unknown = old === undefined ? undefined : await refuseUnknown(place, old.bytes, ctx);
    if (unknown !== undefined) return unknown;
    const adapted = old !== undefined && isCrlf(old.text) ? toCrlf(args.content) : args.content;
    const content = Buffer.concat([old?.bytes ?? new Uint8Array(), Buffer.from(adapted)]);
    const change = stageContent({ place, operation: 'edit', base: old?.bytes, content }, ctx);
    if (isFailure(change)) return refusePlace(place, 'write', change);
    return {
      facts: [placeFact(isUnchanged(change) ? 'read' : 'write', place)],
      preview: previewOf(change),
      basis: basisOf(change),
      undo: undoable,
      carry: { change, told: adapted === args.content ? {} : { note: 'Line ends were kept as CRLF.' } },
    };
  },

  run: (_args, ctx, carry: { readonly change: StagedWrite; readonly told: { readonly note?: string } } | Refusal) =>
    isRefusal(carry) ? refuse(carry, ctx) : applyChange(carry.change, ctx, carry.told),
  show: showChange,
  display: displayChange,
});
