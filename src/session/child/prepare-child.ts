import type { ChildStarted } from '../../agent/event.js';
import { defined } from '../../base/defined.js';
import { createId } from '../../base/id.js';
import { generalAgent } from '../../extend/agent/agent.js';
import { findTool, withCurrentName } from '../../run/find-tool.js';
import type { ChildOrder } from '../../tool/child.js';
import type { Caller } from './held-child.js';

/** What a subagent will be, by its order, its agent and its caller: never more than the caller is. */
export function prepareChild(order: ChildOrder, callId: string, { place, tools: own, options }: Caller): ChildStarted {
  const { agent, warning } = own.book?.find(order.agent) ?? unlisted(order.agent);
  const known = (name: string): boolean => findTool(name, own) !== undefined;
  const current = (names: readonly string[] | undefined) => names?.map((name) => withCurrentName({ name }, own).name);
  const tools = both(current(agent.tools), current(order.tools));
  const missing = tools?.filter((name) => !known(name)) ?? [];
  const { rounds: most } = place.profile.limits;
  const wanted = order.rounds ?? agent.rounds ?? most;
  const { model } = agent;
  const warnings = [
    ...(warning === undefined ? [] : [warning]),
    ...(missing.length === 0
      ? []
      : [`These tools are not there, and were left out: ${missing.slice(0, 20).join(', ')}.`]),
    ...(wanted > most ? [`It has ${most} rounds, as its caller has: ${wanted} are more.`] : []),
    ...(model !== undefined && options.openModel === undefined
      ? [`The model ${model} cannot be opened here: it has that of its caller.`]
      : []),
  ];
  return {
    childId: createId('ses'),
    callId,
    index: order.index,
    name: agent.name,
    title: order.title,
    ...defined({ scope: order.scope }),
    rounds: Math.min(wanted, most),
    ...(tools !== undefined && { tools: tools.filter(known) }),
    ...defined({ mode: agent.mode }),
    ...(model !== undefined && options.openModel !== undefined && { model }),
    ...(warnings.length > 0 && { warnings }),
  };
}

const unlisted = (name: string | undefined) => ({
  agent: generalAgent,
  warning:
    name === undefined || name === generalAgent.name
      ? undefined
      : `There is no agent ${name.slice(0, 64)}: ${generalAgent.name} was used.`,
});

function both(a: readonly string[] | undefined, b: readonly string[] | undefined): readonly string[] | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a.filter((name) => b.includes(name));
}
