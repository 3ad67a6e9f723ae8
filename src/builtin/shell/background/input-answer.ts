import type { InputTaken } from '../../../sandbox/command-input.js';
import { fail, type ToolFailure } from '../../../tool/outcome.js';

/** What whoever wrote to a command is told. */
export function inputAnswer(id: string, taken: InputTaken): 'taken' | 'waiting' | ToolFailure {
  if (taken === 'closed') return fail('stale', `${id} does not read its input any more.`);
  if (taken === 'too-many')
    return fail('rate_limited', `${id} has not read what was written to it before. Poll it, or stop it.`);
  return taken;
}

export const hasEnded = (id: string): ToolFailure => fail('stale', `${id} has ended: nothing reads its input.`);
