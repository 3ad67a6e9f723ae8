import { nearest } from '../base/nearest.js';
import { fail } from '../tool/outcome.js';
import type { Call, CallInput } from './call.js';
import type { RunEnv } from './env.js';
import { findTool, withCurrentName } from './find-tool.js';
import { refused } from './not-started.js';
import { renderUnsent } from './render-unsent.js';

/** Finds the tool a call means: one that was offered, or is in the index of those that were not, still in its place. */
export function resolveCall(given: Call, env: Pick<RunEnv, 'round' | 'tools'>): CallInput {
  const { offer } = env.round;
  // One that an earlier process left open is as it was recorded.
  const call = withCurrentName(given, env.tools);
  const offered = offer.tools.get(call.name) ?? offer.inactive?.get(call.name);
  const registered = findTool(call.name, env.tools);
  if (offered !== undefined && offered === registered) {
    if (offer.tools.has(call.name) || env.tools.exposed === undefined || env.tools.exposed.called(offered, call.id))
      return { type: 'resolved', tool: offered };
    const refusal = env.tools.exposed.refusalOf(offered);
    if (refusal !== undefined) return refused('stale', refusal);
    const why = `${call.name} was not run: its definition had not been sent to you. It is yours now: call it again with what it takes.`;
    return refused('stale', `${why} ${renderUnsent(offered)}`);
  }
  if (offered !== undefined) {
    const what = registered === undefined ? 'removed' : 'replaced';
    return refused(
      'stale',
      `The tool ${call.name} was ${what} after it was offered. Look at the tools of the next request and call again.`,
    );
  }
  if (registered !== undefined) {
    const now = env.tools.exposed?.offer();
    if (now?.tools.has(call.name) === true || now?.inactive?.has(call.name) === true)
      return refused('stale', `The tool ${call.name} came after this request was made. Call it again.`);
    const here = env.tools.registry.offer().tools.has(call.name);
    if (here)
      return refused('stale', `The tool ${call.name} was not offered in this request. Go on with those that are.`);
    const needs = registered.capabilities.join(', ');
    return refused('not_found', `The tool ${call.name} cannot be used here: it needs ${needs}. Go on without it.`);
  }
  const withheld = env.tools.registry.withheld?.(call.name);
  if (withheld !== undefined)
    return { type: 'refused', failure: fail('permission_denied', withheld, { reason: 'withheld' }) };
  const known = [...offer.tools.keys(), ...(offer.inactive?.keys() ?? [])];
  const meant = nearest(call.name, known);
  const hint = meant === undefined ? `The tools are: ${names(known)}.` : `Did you mean ${meant}?`;
  return refused('not_found', `There is no tool named ${JSON.stringify(call.name.slice(0, 100))}. ${hint}`);
}

function names(list: readonly string[]): string {
  return list.length === 0 ? 'none' : list.slice(0, 30).join(', ') + (list.length > 30 ? ', …' : '');
}
