import { defineTool } from '../../tool/define-tool.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { Place, StagedWrite } from '../../tool/port.js';
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

export interface WriteFileOptions {
  /** A new file is only made where the call says so with `create_new`, and none that is there is replaced then. */
  readonly saysNew?: boolean;
}

/** The tool that writes whole files. */
export function createWriteFile({ saysNew = false }: WriteFileOptions = {}) {
  return defineTool({
    ...changingTraits,
    name: 'write_file',
    title: 'Write file',
    description: 'Creates a file, with missing folders, or replaces all of one. To change a part use edit_file.',
    parameters: saysNew ? newParameters : parameters,
    result: changeResult,

    async plan(args: WriteArguments, ctx) {
      const target = writeTarget(args, 'write', ctx);
      if ('refused' in target) return target.refused;
      const { place } = target;
      const wrong = saysNew ? checkNew(place, args.create_new ?? false) : undefined;
      if (wrong !== undefined) return refusePlace(place, 'write', wrong);
      const base = place.kind === 'missing' ? undefined : await ctx.workspace.read(place);
      if (isFailure(base)) return refusePlace(place, 'write', base);
      const unknown = base === undefined ? undefined : await refuseUnknown(place, base, ctx);
      if (unknown !== undefined) return unknown;
      const change = stageContent({ place, operation: 'write', base, content: Buffer.from(args.content) }, ctx);
      if (isFailure(change)) return refusePlace(place, 'write', change);
      const fact = placeFact(isUnchanged(change) ? 'read' : 'write', place);
      return { facts: [fact], preview: previewOf(change), basis: basisOf(change), undo: undoable, carry: change };
    },

    run: (_args, ctx, carry: StagedWrite | Refusal) =>
      isRefusal(carry) ? refuse(carry, ctx) : applyChange(carry, ctx),
    show: showChange,
    display: displayChange,
  });
}

interface WriteArguments {
  readonly path: string;
  readonly content: string;
  readonly create_new?: boolean;
}

const parameters = {
  type: 'object',
  properties: {
    path: { type: 'string' },
    content: { type: 'string' },
  },
  required: ['path', 'content'],
  additionalProperties: false,
} as const;

const newParameters = {
  ...parameters,
  properties: {
    ...parameters.properties,
    create_new: { type: 'boolean', description: 'Make a new file; one that is there is not replaced. Default false.' },
  },
} as const;

function checkNew({ kind, shown }: Place, createNew: boolean): ToolFailure | undefined {
  if (createNew === (kind === 'missing')) return undefined;
  return createNew
    ? fail('validation_failed', `${shown} is there already. Leave create_new out to replace it, or name another file.`)
    : fail(
        'validation_failed',
        `${shown} does not exist. Set create_new to make it, or find the right path with list_dir.`,
      );
}

export const writeFile = createWriteFile();
