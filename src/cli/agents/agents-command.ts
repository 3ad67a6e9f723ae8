import { firstLine, plural } from '../../base/text.js';
import { findAgentFiles } from '../../config/agent-files.js';
import { refuseProblems } from '../../config/problem.js';
import type { TrustInspection } from '../../config/trust.js';
import type { AgentProblem } from '../../extend/agent/known-agents.js';
import { type ListedAgent, listAgents } from '../../extend/agent/list-agents.js';
import type { Invocation } from '../command.js';
import { readCommandConfig } from '../config/command-config.js';
import { exitCodes } from '../exit-code.js';
import type { Host } from '../host.js';
import { renderJson } from '../render-json.js';
import { safeLine } from '../safe-text.js';
import { shortFolder } from '../view/session-lines.js';

/** `toolwright agents`: to whom can be delegated here, and what is wrong with files that define agents. */
export async function agentsCommand(invocation: Invocation, host: Host): Promise<number> {
  const { config, trust } = await readCommandConfig(invocation, host);
  refuseProblems(config.problems);
  const { agents, problems: found } = listAgents(findAgentFiles(config.paths, trust));
  const problems = [...found, ...notTrusted(trust)];
  if (invocation.flag('json')) host.stdout.write(`${renderJson({ agents, problems })}\n`);
  else {
    for (const line of renderAgents(agents, host)) host.stdout.write(`${line}\n`);
    for (const { level, message } of problems) host.stderr.write(`${level}: ${safeLine(message)}\n`);
    if (agents.length === 1 && problems.length === 0) host.stderr.write(`${noneDefined}\n`);
  }
  return problems.some(({ level }) => level === 'error') ? exitCodes.failed : exitCodes.answered;
}

const noneDefined =
  'No file defines another: put one into the folder agents beside your config.json, or into .toolwright/agents/. See docs/subagents.md.';

function notTrusted(trust: TrustInspection): readonly AgentProblem[] {
  if (trust.state !== 'untrusted' && trust.state !== 'changed') return [];
  const count = trust.files.filter(({ path }) => path.startsWith('agents/')).length;
  if (count === 0) return [];
  const message = `${trust.folder}/agents: ${plural(count, 'file')} not used, as nobody trusts this workspace: toolwright trust`;
  return [{ level: 'warning', message }];
}

function renderAgents(agents: readonly ListedAgent[], { env }: Host): readonly string[] {
  const width = Math.max(...agents.map(({ name }) => name.length));
  return agents.flatMap((agent) => [
    `${agent.name.padEnd(width)}  ${safeLine(firstLine(agent.description, 100))}`,
    `${' '.repeat(width)}  ${detailsOf(agent, env)
      .map((one) => safeLine(one))
      .join('; ')}`,
  ]);
}

function detailsOf({ file, tools, model, rounds, mode, characters }: ListedAgent, env: Host['env']): readonly string[] {
  return [
    file === undefined ? 'always there' : shortFolder(file, env),
    ...(tools === undefined ? [] : [tools.length === 0 ? 'no tools' : `tools: ${tools.join(', ')}`]),
    ...(model === undefined ? [] : [`model: ${model}`]),
    ...(rounds === undefined ? [] : [plural(rounds, 'round')]),
    ...(mode === undefined ? [] : [`mode: ${mode}`]),
    plural(characters, 'character'),
  ];
}
