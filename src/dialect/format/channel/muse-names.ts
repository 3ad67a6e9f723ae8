import type { ToolTable } from '../../read/tool-table.js';

/**
 * The tool a Muse model means. It writes a tool without a namespace as `get.get`, and sometimes another namespace than
 * the tool has: then the one tool counts whose last part is the same.
 */
export function museTool(
  name: string,
  tools: ToolTable,
): { readonly name: string; readonly repairs: readonly string[] } {
  if (!tools.told || tools.has(name)) return { name, repairs: [] };
  const leaf = lastPart(name);
  if (name === `${leaf}.${leaf}` && tools.has(leaf)) return { name: leaf, repairs: [] };
  const found = tools.has(leaf) ? [leaf] : tools.names.filter((known) => lastPart(known) === leaf);
  const [only] = found;
  if (only === undefined || found.length > 1) return { name, repairs: [] };
  return { name: only, repairs: [`${JSON.stringify(name)} was read as ${JSON.stringify(only)}`] };
}

const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);
