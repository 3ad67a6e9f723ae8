import { sha256 } from '../../base/digest.js';

/** The most characters that all providers take. */
const most = 64;

/**
 * The names under which the tools of a server are offered: `mcp__server__tool`, unless the profile has others. A tool whose name a provider would not take
 * gets one that it does, and `__2` and so on where that is taken; the tools whose names are good as they are come first.
 */
export function toolNames(
  server: string,
  tools: readonly string[],
  nameOf: NameOf = usualName,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const inOrder = [...new Set(tools)].toSorted((a, b) => Number(isGood(b)) - Number(isGood(a)) || (a < b ? -1 : 1));
  for (const tool of inOrder) {
    const wanted = legalName(tool, nameOf(server, legalTool(tool)));
    let name = wanted;
    for (let count = 2; taken.has(name); count += 1) name = `${wanted.slice(0, most - 6)}__${count}`;
    taken.add(name);
    names.set(tool, name);
  }
  return names;
}

const isGood = (tool: string): boolean => /^[A-Za-z0-9_-]+$/.test(tool);

/** What the tool of a server is called. */
export type NameOf = (server: string, tool: string) => string;

const usualName: NameOf = (server, tool) => `mcp__${server}__${tool}`;

const legalTool = (tool: string): string => tool.replaceAll(/[^A-Za-z0-9_-]/g, '_');

function legalName(tool: string, name: string): string {
  return name.length <= most ? name : `${name.slice(0, most - 9)}_${sha256(tool).slice(0, 8)}`;
}
