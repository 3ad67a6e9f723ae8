import type { ToolTable } from '../../read/tool-table.js';

/** What harmony models have built in: a call of these is no call of a tool, unless it was offered. */
const builtIn = /^(?:browser|container|python|web)(?:\.|$)/;

/** The tool a recipient names; undefined for what is built into the model. */
export function harmonyTool(recipient: string, tools: ToolTable): string | undefined {
  const prefixed = recipient.startsWith('functions.');
  const bare = prefixed ? recipient.slice('functions.'.length) : recipient;
  for (const name of [bare, recipient]) if (tools.has(name)) return name;
  const renamed = tools.told ? fromIdentifiers(tools.names).get(bare) : undefined;
  if (renamed !== undefined) return renamed;
  if (!prefixed && builtIn.test(recipient)) return undefined;
  const leaf = bare.slice(bare.lastIndexOf('.') + 1);
  return tools.has(leaf) ? leaf : bare;
}

/** The tools by what they are called in a TypeScript namespace. */
function fromIdentifiers(names: readonly string[]): ReadonlyMap<string, string> {
  const known = new Map<string, string>();
  for (const name of names) {
    const plain = name.replace(/[^\w$]/g, '_').replace(/^(?=\d)/, '_');
    let identifier = plain;
    for (let count = 2; known.has(identifier); count += 1) identifier = `${plain}_${count}`;
    known.set(identifier, name);
  }
  return known;
}

/** What each tool is called there. */
export function toIdentifiers(names: readonly string[]): ReadonlyMap<string, string> {
  return new Map([...fromIdentifiers(names)].map(([identifier, name]) => [name, identifier]));
}
