import type { Extension } from '../extension.js';
import { generalAgent } from './agent.js';
import type { KnownAgents } from './known-agents.js';

/** Has `tool_search` find the agents of a session, where there is the tool that delegates to them. */
export function agentEntries({ agents }: Pick<KnownAgents, 'agents'>): Extension {
  return {
    name: 'agents',
    open({ registry, setEntries }) {
      if (registry.get(usedBy) === undefined) return;
      const others = agents.filter(({ name }) => name !== generalAgent.name);
      setEntries(others.map(({ name, description }) => ({ kind: 'agent', name, description, usedBy, told: true })));
    },
  };
}

const usedBy = 'delegate';
