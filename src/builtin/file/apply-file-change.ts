import { sha256 } from '../../base/digest.js';
import { objectOf } from '../../schema/object-of.js';
import type { PlanContext, RunContext } from '../../tool/context.js';
import { defineTool } from '../../tool/define-tool.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { PlanResult } from '../../tool/plan.js';
import type { KeptChange, Place, StagedWrite } from '../../tool/port.js';
import { placeFact, refuseLater } from '../place-fact.js';
import { traits } from '../traits.js';
import { applyChange, changeResult, planChange, showChange } from './file-change.js';
import { describeStale } from './stale-file.js';

export const applyFileChange = defineTool({
  ...traits.changeFiles,
  capabilities: ['workspace', 'staging'],
  name: 'apply_file_change',
  title: 'Apply change',
  description: 'Writes a staged change, if its file is still as it was. A token works once, for 10 minutes.',
  // A missing token has a reason of its own.
  parameters: objectOf({
    'token?': { type: 'string', description: 'From preview_write_file or preview_edit_file. Needed.' },
  }),
  result: {
    type: 'object',
    properties: {
      applied: { type: 'boolean' },
      reason: { type: 'string', description: 'Why it was not.' },
      now: { type: 'string', description: 'What is there instead.' },
      ...changeResult.properties,
    },
    required: ['applied'],
    additionalProperties: false,
  },

  async plan(args, ctx) {
    const token = args.token?.trim() ?? '';
    if (token === '') {
      return notApplied(
        'missing-token',
        fail('validation_failed', 'There is no token. Stage the change with preview_write_file or preview_edit_file.'),
      );
    }
    const kept = await ctx.change.kept(token);
    return kept === undefined ? gone : planKept(kept, ctx);
  },

  run: (_args, ctx, carry: Applying | ToolFailure) => (isFailure(carry) ? carry : applyKept(carry, ctx)),
  display: (result) => (result.path === undefined ? `Not applied: ${result.reason}` : showChange(result as never)),
});

interface Applying {
  readonly token: string;
  readonly change: StagedWrite;
}

type Reason =
  | 'missing-token'
  | 'invalid-or-expired-token'
  | 'outside-working-zone'
  | 'stale-preview'
  | 'apply-write-failed';

/** The same failure, saying why the change was not applied. */
const notApplied = (reason: Reason, { errorType, message }: ToolFailure, more: object = {}): ToolFailure =>
  fail(errorType, message, { applied: false, reason, ...more });

const gone = notApplied(
  'invalid-or-expired-token',
  fail(
    'not_found',
    'No staged change waits under this token: it was applied, it expired, or it is of another session. Stage the change anew.',
  ),
);

/** Made ready anew on what is there now, which has to be what it was staged on: so that what is shown is what is done. */
async function planKept(kept: KeptChange, ctx: PlanContext): Promise<PlanResult<Applying | ToolFailure>> {
  const { token, given, path, content } = kept;
  const place = ctx.workspace.resolve(given);
  if (isFailure(place)) return notApplied('stale-preview', place);
  if (!place.inside) return notApplied('outside-working-zone', outside(place));
  if (place.path !== path || !isWritable(place)) return notApplied('stale-preview', changed(place));
  const base = place.kind === 'missing' ? undefined : await ctx.workspace.read(place);
  if (isFailure(base)) return notApplied(reasonOf(base), base);
  if (sha256(base ?? '') !== kept.baseHash) return refuseChanged({ place, base, known: kept.baseHash }, ctx);
  const operation = kept.operation === 'edit' ? 'edit' : 'write';
  const change = ctx.change.stage({ place, operation, base, content });
  const plan = planChange({ token, change });
  return { ...plan, basis: `${plan.basis} ${change.contentHash}` };
}

const isWritable = ({ kind }: Place): boolean => kind === 'file' || kind === 'missing';

interface Changed {
  readonly place: Place;
  readonly base: Uint8Array | undefined;
  readonly known: string;
}

/** What is there now is told once policy has let the file be read. */
async function refuseChanged({ place, base, known }: Changed, ctx: PlanContext): Promise<PlanResult<ToolFailure>> {
  if (base === undefined) return notApplied('stale-preview', changed(place));
  const file = await describeStale({ place, base, known }, ctx);
  return refuseLater([placeFact('read', place)], notApplied('stale-preview', changed(place), file));
}

async function applyKept({ token, change }: Applying, ctx: RunContext) {
  // Another call of the same message may have used it since.
  if ((await ctx.change.kept(token)) === undefined) return gone;
  const result = await applyChange({ change, told: {} }, ctx);
  if (isFailure(result)) return result.errorType === 'cancelled' ? result : notApplied(reasonOf(result), result);
  ctx.change.spend(token);
  return { applied: true, ...result };
}

const reasonOf = ({ errorType }: ToolFailure): Reason =>
  errorType === 'stale' || errorType === 'not_found' ? 'stale-preview' : 'apply-write-failed';

const changed = ({ shown }: Place): ToolFailure =>
  fail('stale', `${shown} is not what the change was staged on. Nothing was written; stage the change anew.`);

const outside = ({ shown }: Place): ToolFailure =>
  fail(
    'validation_failed',
    `${shown} is outside the workspace, where staged changes are not applied. Use write_file or edit_file.`,
  );
