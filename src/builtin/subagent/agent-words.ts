import { firstLine, plural } from '../../base/text.js';
import type { AgentInfo } from '../../tool/child.js';

/** Requests carry it: of more agents the names alone, and of many not even those. */
const maxChars = 600;

/** To whom can be delegated, for the description of a tool; nothing where there is only the general agent. */
export function agentWords(agents: readonly AgentInfo[]): string {
  if (agents.length < 2) return '';
  const whole = joined(agents.map(({ name, description }) => `${name} (${firstLine(description, 100)})`));
  if (whole.length <= maxChars) return ` Agents: ${whole}.`;
  const named: string[] = [];
  for (const { name } of agents) {
    if (joined([...named, name]).length > maxChars) break;
    named.push(name);
  }
  const left = agents.length - named.length;
  return ` Agents: ${joined(named)}${left === 0 ? '' : `; and ${plural(left, 'other')}`}. tool_search and list_subtasks tell what they do.`;
}

const joined = (words: readonly string[]): string => words.join('; ');
