import { plural } from '../../../base/text.js';
import type { BackgroundCommand, KeptStart } from '../../../tool/background.js';
import type { PlanContext, RunContext } from '../../../tool/context.js';
import type { Fact } from '../../../tool/fact.js';
import { fail, isFailure, type ToolFailure } from '../../../tool/outcome.js';
import { placeFact, resolvePlace } from '../../place-fact.js';
import { noBackground } from './describe-command.js';

/** What it takes to keep a command, or not to. */
export interface Keeping {
  readonly facts: readonly Fact[];
  /** Absent: it ends with the session. */
  readonly hours?: number;
}

/** What it means that a command is kept after the session, or why it cannot be. */
export function planKeep(
  { keep = false, writes = [] }: { readonly keep?: boolean; readonly writes?: readonly string[] },
  ctx: PlanContext,
): Keeping | ToolFailure {
  if (!keep && writes.length === 0) return { facts: [] };
  if (!keep)
    return fail(
      'validation_failed',
      'writes is for commands that are kept: without keep they may write to the workspace.',
    );
  const terms = ctx.background?.keeping;
  if (terms === undefined) return fail('validation_failed', 'Nothing can be kept after the session here.');
  if (isFailure(terms)) return terms;
  if (!ctx.process.sandboxed)
    return fail(
      'validation_failed',
      'It cannot be kept: commands are not sandboxed here, and nothing would hold it. Start it without keep.',
    );
  const { hours } = terms;
  const facts: Fact[] = [];
  for (const path of writes) {
    const fact = writeFact(path, ctx);
    if (isFailure(fact)) return fact;
    facts.push(fact);
  }
  const target = `after this session, for at most ${plural(hours, 'hour')}, until it is stopped`;
  return { hours, facts: [...facts, { kind: 'process', target, where: 'nowhere', known: true, lasting: true }] };
}

function writeFact(path: string, ctx: PlanContext): Fact | ToolFailure {
  const place = resolvePlace(path, ctx);
  if (isFailure(place)) return place;
  const { inside, shown, kind } = place;
  if (!inside || shown === '.' || (kind !== 'directory' && kind !== 'missing'))
    return fail('validation_failed', `writes: ${shown} is no folder within the workspace. Name folders such as dist.`);
  return { ...placeFact('write', place), deep: true };
}

/** Starts it with a keeper. */
export async function startKept(
  given: Omit<KeptStart, 'process'>,
  cwd: string,
  { background, process }: RunContext,
): Promise<BackgroundCommand | ToolFailure> {
  if (background === undefined) return noBackground();
  const { command, facts } = given;
  const handed = await process.handOver?.({ command, cwd, facts, profile: 'server' });
  if (handed === undefined)
    return fail('validation_failed', 'Nothing can be kept after the session here. Start it without keep.');
  return isFailure(handed) ? handed : background.keep({ ...given, process: handed });
}
