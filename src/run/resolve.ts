import { doorName } from '../tool/catalog/door.js';
import { fail } from '../tool/outcome.js';
import type { Tool } from '../tool/tool.js';
import type { Call, CallInput } from './call.js';
import type { RunEnv } from './env.js';
import type { CalledUnknown } from './exposed-tools.js';
import { findTool, withCurrentName } from './find-tool.js';
import { meantTools } from './meant-tools.js';
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
    const { exposed } = env.tools;
    const known = offer.tools.has(call.name) || exposed === undefined ? 'runs' : exposed.called(offered, call.id);
    if (known === 'runs') return { type: 'resolved', tool: offered };
    const own = exposed?.refusalOf(offered);
    return refused('stale', own ?? `${call.name} was not run: ${whyNotRun[known]} ${renderUnsent(offered)}`);
  }
  if (offered !== undefined) {
    const what = registered === undefined ? 'removed' : 'replaced';
    return refused(
      'stale',
      `The tool ${call.name} was ${what} after it was offered. Look at the tools of the next request and call again.`,
    );
  }
  if (registered !== undefined) return notOffered(registered, env);
  const withheld = env.tools.registry.withheld?.(call.name);
  if (withheld !== undefined)
    return { type: 'refused', failure: fail('permission_denied', withheld, { reason: 'withheld' }) };
  if (call.name === doorName) return refused('validation_failed', wrongDoor);
  const known = [...offer.tools.keys(), ...(offer.inactive?.keys() ?? [])];
  const meant = meantTools(call.name, known);
  const hint = meant.length === 0 ? `The tools are: ${names(known)}.` : `Did you mean ${meant.join(' or ')}?`;
  return refused('not_found', `There is no tool named ${JSON.stringify(call.name.slice(0, 100))}. ${hint}`);
}

/** A tool there is, that the request did not know. */
function notOffered({ name, capabilities }: Tool, { tools }: Pick<RunEnv, 'tools'>): CallInput {
  const now = tools.exposed?.offer();
  if (now?.tools.has(name) === true || now?.inactive?.has(name) === true)
    return refused('stale', `The tool ${name} came after this request was made. Call it again.`);
  if (tools.registry.offer().tools.has(name))
    return refused('stale', `The tool ${name} was not offered in this request. Go on with those that are.`);
  const needs = capabilities.join(', ');
  return refused('not_found', `The tool ${name} cannot be used here: it needs ${needs}. Go on without it.`);
}

const whyNotRun: Readonly<Record<Exclude<CalledUnknown, 'runs'>, string>> = {
  new: 'its definition had not been given to you. It is yours now: call it again with what it takes.',
  changed: 'its definition is another one than you were given. Call it again with what it takes now.',
};

const wrongDoor = `${doorName} takes the name of another tool and its arguments as one JSON object: {"name": "…", "arguments": {…}}. Correct the call.`;

function names(list: readonly string[]): string {
  return list.length === 0 ? 'none' : list.slice(0, 30).join(', ') + (list.length > 30 ? ', …' : '');
}
