import { firstLine } from '../base/text.js';
import { loadUserConfig } from '../config/open-config.js';
import { sessionTools } from '../session/session-tools.js';
import { toOpenAiFunctions } from '../tool/registry.js';
import type { Tool } from '../tool/tool.js';
import type { Invocation } from './command.js';
import { exitCodes } from './exit-code.js';
import type { Host } from './host.js';
import { safeLine } from './safe-text.js';
import { capabilitiesOf } from './session-settings.js';

/** Lists the tools a model is offered. */
export async function toolsCommand(invocation: Invocation, { stdout, env }: Host): Promise<number> {
  const { values } = loadUserConfig({ env, platform: process.platform });
  const { tools, definitions } = sessionTools({ capabilities: capabilitiesOf(values) }).offer();
  const text = invocation.flag('json')
    ? JSON.stringify(toOpenAiFunctions(definitions), null, 2)
    : renderTools([...tools.values()]);
  stdout.write(`${text}\n`);
  return exitCodes.answered;
}

/** One line a tool: name, group, what it does. */
export function renderTools(tools: readonly Tool[]): string {
  const name = Math.max(...tools.map((tool) => tool.name.length));
  const group = Math.max(...tools.map((tool) => tool.group.length));
  return tools
    .map((tool) => {
      const does = safeLine(firstLine(firstSentence(tool.description), 90));
      return `${safeLine(tool.name).padEnd(name)}  ${safeLine(tool.group).padEnd(group)}  ${does}`;
    })
    .join('\n');
}

const firstSentence = (text: string): string => /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text;
