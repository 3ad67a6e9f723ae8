import { messageOf } from '../base/error.js';
import { fail } from '../tool/outcome.js';
import { type Asked, askMiddleware } from './ask-middleware.js';
import type { CallInput, CallState, Rewrite } from './call.js';
import { checkArguments } from './check.js';
import type { RunEnv } from './env.js';
import { heldOrCancelled } from './in-time.js';
import type { BeforeAnswer, Middleware } from './middleware.js';

type Guarded = Extract<CallState, { stage: 'guard' }>;
type Checked = Extract<CallInput, { type: 'checked' }>;

/** Asks every middleware about a call, each about what those before it made of it. */
export async function beforeCall(state: Guarded, all: readonly Middleware[], env: RunEnv): Promise<CallInput> {
  const rewrites: Rewrite[] = [];
  let { call, args, coercions } = state;
  for (const one of all) {
    if (one.before === undefined) continue;
    const asked = await askMiddleware(one, { call, args, env, until: 'stop' }, (seen) => one.before?.(seen));
    if (asked.type === 'stopped') return heldOrCancelled(env);
    const said = read(one, asked);
    if (said === undefined) continue;
    if ('refused' in said) return { ...said.refused, by: one.name, rewrites };
    const rewritten = { ...call, arguments: said.text, rewrittenBy: [...(call.rewrittenBy ?? []), one.name] };
    const checked = await checkArguments(rewritten, state.tool);
    if (checked.type !== 'checked') return { ...unfit(one, checked), by: one.name, rewrites };
    rewrites.push({ by: one.name, from: args, to: checked.args });
    ({ args, coercions } = checked as Checked);
    call = rewritten;
  }
  return rewrites.length === 0 ? { type: 'guarded' } : { type: 'rewritten', call, args, coercions, rewrites };
}

type Refused = Extract<CallInput, { type: 'refused' }>;

/** What a middleware answered, in the form the road has for it. One that failed has not let the call pass. */
function read(
  { name }: Middleware,
  asked: Exclude<Asked<BeforeAnswer | undefined>, { type: 'stopped' }>,
): { readonly refused: Refused } | { readonly text: string } | undefined {
  if (asked.type === 'failed')
    return { refused: blocked(name, asked.late ? 'timeout' : 'internal_error', asked.message) };
  const answer: Partial<Record<string, unknown>> | undefined | null = asked.answer ?? undefined;
  if (answer === undefined) return undefined;
  const { refuse, arguments: given } = answer;
  if (typeof refuse === 'string' && given === undefined) {
    const message = `Refused by ${name}: ${refuse} Do not try it again unchanged.`;
    return { refused: { type: 'refused', failure: fail('permission_denied', message) } };
  }
  if (typeof given !== 'object' || given === null || refuse !== undefined)
    return { refused: blocked(name, 'internal_error', 'it answered neither { refuse } nor { arguments }') };
  try {
    return { text: JSON.stringify(given) };
  } catch (error) {
    return { refused: blocked(name, 'internal_error', `its arguments cannot be written as JSON: ${messageOf(error)}`) };
  }
}

function blocked(name: string, errorType: 'timeout' | 'internal_error', what: string): Refused {
  const message = `Not run: ${name} has to look at this call first, and ${what}. Try another way.`;
  return { type: 'refused', failure: fail(errorType, message) };
}

/** What it made of the call is no matter of the model. */
function unfit({ name }: Middleware, checked: CallInput): Refused {
  const why = checked.type === 'refused' ? checked.failure.message : 'they cannot be used';
  return blocked(name, 'internal_error', `gave it arguments that do not fit: ${why}`);
}
