import { nearest } from '../base/nearest.js';
import { fail } from '../tool/outcome.js';
import type { Call, CallInput } from './call.js';
import type { RunEnv } from './env.js';
import { findTool } from './find-tool.js';

/** Finds the tool a call means: the one that was offered, still in its place. */
export function resolveCall(call: Call, env: Pick<RunEnv, 'round' | 'registry' | 'metaTools'>): CallInput {
  const { registry } = env;
  const { offer } = env.round;
  const offered = offer.tools.get(call.name);
  const registered = findTool(call.name, env);
  if (offered !== undefined && offered === registered) return { type: 'resolved', tool: offered };
  if (offered !== undefined) {
    const what = registered === undefined ? 'removed' : 'replaced';
    return refused(
      'stale',
      `The tool ${call.name} was ${what} after it was offered. Look at the tools of the next request and call again.`,
    );
  }
  if (registered !== undefined) {
    const here = registry.offer().tools.has(call.name);
    if (here)
      return refused('stale', `The tool ${call.name} was not offered in this request. Go on with those that are.`);
    const needs = registered.capabilities.join(', ');
    return refused('not_found', `The tool ${call.name} cannot be used here: it needs ${needs}. Go on without it.`);
  }
  const meant = nearest(call.name, offer.tools.keys());
  const hint = meant === undefined ? `The tools are: ${names(offer.tools.keys())}.` : `Did you mean ${meant}?`;
  return refused('not_found', `There is no tool named ${JSON.stringify(call.name.slice(0, 100))}. ${hint}`);
}

function refused(errorType: 'stale' | 'not_found', message: string): CallInput {
  return { type: 'refused', failure: fail(errorType, message) };
}

function names(all: Iterable<string>): string {
  const list = [...all];
  return list.length === 0 ? 'none' : list.slice(0, 30).join(', ') + (list.length > 30 ? ', …' : '');
}
