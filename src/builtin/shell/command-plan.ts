import { homedir } from 'node:os';
import type { PlanContext } from '../../tool/context.js';
import type { Fact } from '../../tool/fact.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { PlanResult } from '../../tool/plan.js';
import type { Place } from '../../tool/port.js';
import { placeFact, refusePlace, resolvePlace } from '../place-fact.js';

export interface CommandLine {
  readonly command: string;
  readonly cwd?: string;
}

interface PlannedLine {
  /** Where it runs. */
  readonly place: Place;
  readonly facts: readonly Fact[];
}

/** What a command line would do, and where; or why there is nothing to run. */
export async function planCommandLine(
  { command, cwd }: CommandLine,
  ctx: PlanContext,
): Promise<PlannedLine | { readonly refusal: PlanResult<ToolFailure> }> {
  if (command.trim() === '')
    return { refusal: fail('validation_failed', 'The command is empty. Give a command line.') };
  if (command.includes('\0')) {
    const message = 'The command holds a NUL character, which no command line can. Send it without.';
    return { refusal: fail('validation_failed', message) };
  }
  const place = resolvePlace(cwd ?? '.', ctx);
  if (isFailure(place)) return { refusal: place };
  if (place.kind === 'directory') return { place, facts: await commandFacts(command, place, ctx) };
  const missing = place.kind === 'missing';
  const message = `cwd ${place.shown} ${missing ? 'does not exist' : 'is not a folder'}. Name an existing folder.`;
  return { refusal: refusePlace(place, 'read', fail(missing ? 'not_found' : 'validation_failed', message)) };
}

async function commandFacts(command: string, cwd: Place, ctx: PlanContext): Promise<readonly Fact[]> {
  const facts = await lineFacts(command, cwd.path, ctx);
  return cwd.inside ? facts : [...facts, placeFact('read', cwd)];
}

/** What a command line would do in a folder. The analyser is loaded with the first command. */
export async function lineFacts(
  command: string,
  cwd: string,
  { workspace, process: processes }: PlanContext,
): Promise<readonly Fact[]> {
  const { planCommand } = await import('../../policy/shell/plan-command.js');
  const env = processes.env ?? {};
  return planCommand(command, { root: workspace.root, cwd, home: env['HOME'] ?? homedir(), env });
}
