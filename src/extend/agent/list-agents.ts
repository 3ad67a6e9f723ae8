import { defined } from '../../base/defined.js';
import { type Agent, type AgentFile, generalAgent } from './agent.js';
import { type AgentProblem, createKnownAgents } from './known-agents.js';

/** An agent, without what it is told about itself. */
export interface ListedAgent extends Omit<Agent, 'prompt'> {
  /** Absent of the one that is always there. */
  readonly file?: string;
  /** How long its prompt is. */
  readonly characters: number;
}

/** The agents that files define, as a session that is opened with these has them, and what is wrong with the files. */
export function listAgents(files: readonly AgentFile[]): {
  readonly agents: readonly ListedAgent[];
  readonly problems: readonly AgentProblem[];
} {
  const { defined, problems } = createKnownAgents(files);
  return { agents: [listed(generalAgent), ...defined.map(({ agent, path }) => listed(agent, path))], problems };
}

function listed({ prompt, ...agent }: Agent, file?: string): ListedAgent {
  return { ...agent, ...defined({ file }), characters: prompt.length };
}
