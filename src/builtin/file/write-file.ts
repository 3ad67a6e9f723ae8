import { objectOf } from '../../schema/object-of.js';
import { defineTool } from '../../tool/define-tool.js';
import { fail, type ToolFailure } from '../../tool/outcome.js';
import type { Place } from '../../tool/port.js';
import { refusePlace } from '../place-fact.js';
import { fileChange, planContent, readTarget, writeTarget } from './file-change.js';

export interface WriteFileOptions {
  /** A new file is only made where the call says so with `create_new`, and none that is there is replaced then. */
  readonly saysNew?: boolean;
}

/** The tool that writes whole files. */
export function createWriteFile({ saysNew = false }: WriteFileOptions = {}) {
  return defineTool({
    ...fileChange,
    name: 'write_file',
    title: 'Write file',
    description: 'Creates a file, with missing folders, or replaces all of one. To change a part use edit_file.',
    parameters: saysNew ? newParameters : parameters,

    async plan(args: { readonly path: string; readonly content: string; readonly create_new?: boolean }, ctx) {
      const target = writeTarget(args, 'write', ctx);
      if ('refused' in target) return target.refused;
      const { place } = target;
      const wrong = saysNew ? checkNew(place, args.create_new ?? false) : undefined;
      if (wrong !== undefined) return refusePlace(place, 'write', wrong);
      const old = await readTarget(place, ctx);
      if ('refused' in old) return old.refused;
      const wanted = { place, operation: 'write', base: old.base, content: Buffer.from(args.content) } as const;
      return planContent(wanted, ctx, { told: {} });
    },
  });
}

const members = { path: { type: 'string' }, content: { type: 'string' } } as const;
const parameters = objectOf(members);
const newParameters = objectOf({
  ...members,
  'create_new?': { type: 'boolean', description: 'Make a new file; one that is there is not replaced. Default false.' },
});

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
