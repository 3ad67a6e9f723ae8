import { nearest } from '../../base/nearest.js';
import { cutEnd } from '../../base/text.js';
import type { AgentInfo } from '../../tool/child.js';
import { type Agent, type AgentFile, generalAgent } from './agent.js';
import { parseAgent } from './parse-agent.js';

/** The agents that can be delegated to. */
export interface KnownAgents {
  readonly agents: readonly AgentInfo[];
  /** Those of files, each with its own. */
  readonly defined: readonly { readonly agent: Agent; readonly path: string }[];
  readonly problems: readonly AgentProblem[];
  /** The one of this name; with a warning, the general one. */
  find(name: string | undefined): { readonly agent: Agent; readonly warning?: string };
}

export interface AgentProblem {
  /** `error`: what the file defines is not there. */
  readonly level: 'error' | 'warning';
  readonly message: string;
}

const maxAgents = 100;

/** Of two files with one name the first counts: those of the person are to stand before those of a workspace. */
export function createKnownAgents(files: readonly AgentFile[]): KnownAgents {
  const defined = new Map<string, KnownAgents['defined'][number]>();
  const problems: AgentProblem[] = [];
  const leaveOut = (message: string): void => void problems.push({ level: 'error', message });
  for (const file of files) {
    const { path } = file;
    if (defined.size >= maxAgents) {
      leaveOut(`${path}: there are ${maxAgents} agents already. Remove one.`);
      continue;
    }
    const parsed = parseAgent(file);
    if (parsed.agent === undefined) leaveOut(parsed.problem);
    else if (defined.has(parsed.agent.name))
      leaveOut(`${path}: there is another agent named ${parsed.agent.name}, which counts. Rename one.`);
    else {
      defined.set(parsed.agent.name, { agent: parsed.agent, path });
      problems.push(...parsed.notes.map((message) => ({ level: 'warning', message }) as const));
    }
  }
  const agents = [generalAgent, ...[...defined.values()].map(({ agent }) => agent)];
  return {
    agents: agents.map(({ name, description }) => ({ name, description })),
    defined: [...defined.values()],
    problems,
    find(name) {
      const agent = name === undefined ? generalAgent : agents.find((one) => one.name === name);
      if (agent !== undefined) return { agent };
      const near = nearest(
        name ?? '',
        agents.map((one) => one.name),
      );
      const hint = near === undefined ? '' : ` Did you mean ${near}?`;
      const warning = `There is no agent ${cutEnd(name ?? '', 64)}: ${generalAgent.name} was used.${hint}`;
      return { agent: generalAgent, warning };
    },
  };
}
