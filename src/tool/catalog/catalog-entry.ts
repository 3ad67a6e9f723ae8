import { defined } from '../../base/defined.js';
import { namesOf } from '../former-names.js';
import type { Tool } from '../tool.js';

/** What the catalog knows of something the model can ask for: a tool, a skill or an agent. */
export interface CatalogEntry {
  readonly kind: 'tool' | 'skill' | 'agent';
  readonly name: string;
  readonly description: string;
  /** Of a tool, the users' own ones too; dots divide it: `file.read`. */
  readonly category?: string;
  /** The other categories it is found under. */
  readonly alsoIn?: readonly string[];
  /** The MCP server a tool is of. */
  readonly server?: string;
  /** Other names it goes by. */
  readonly aliases?: readonly string[];
  /** What else it is looked for by: the names of its arguments. */
  readonly keywords?: readonly string[];
  /** Of what is no tool: the tool by which it is used. */
  readonly usedBy?: string;
  /** Who wrote its description, where nobody vouches for that. */
  readonly writtenBy?: string;
  /** The model is told of it elsewhere: the index leaves it out. */
  readonly told?: boolean;
}

/** The same one for a tool each time. */
export function toolEntry(tool: Tool): CatalogEntry {
  const known = entries.get(tool);
  if (known !== undefined) return known;
  const entry = entryOf(tool);
  entries.set(tool, entry);
  return entry;
}

const entries = new WeakMap<Tool, CatalogEntry>();

function entryOf({ name, title, description, category, alsoIn, source, parameters }: Tool): CatalogEntry {
  const server = source === 'mcp' ? serverOf(name, category) : undefined;
  const own = server === undefined ? undefined : name.slice(serverPrefix(name, server).length);
  const { properties } = parameters;
  return {
    kind: 'tool',
    name,
    description,
    category,
    ...defined({ alsoIn }),
    ...(server !== undefined && { server, writtenBy: `the MCP server ${server}` }),
    aliases: [
      ...(own === undefined ? [] : [own]),
      ...(title === name ? [] : [title]),
      ...(source === 'builtin' ? namesOf(name).filter((one) => one !== name) : []),
    ],
    keywords:
      typeof properties === 'object' && properties !== null ? Object.keys(properties).slice(0, maxKeywords) : [],
  };
}

const maxKeywords = 40;

/** The server in the name of a tool of MCP, `mcp__SERVER__TOOL`; where a profile has other names its category tells. */
const serverOf = (name: string, category: string): string | undefined =>
  (/^mcp__(.+?)__/.exec(name) ?? /^mcp\.(.+)$/.exec(category))?.[1];

/** What the name of a tool of this server begins with. */
export const serverPrefix = (name: string, server: string): string =>
  [`mcp__${server}__`, `mcp_${server}_`].find((prefix) => name.startsWith(prefix)) ?? '';

/** What a session has to be found, and how what was found is made usable. */
export interface Catalog {
  /** Tools that can be used here, skills and agents; the same list until something changes. */
  readonly entries: readonly CatalogEntry[];
  tool(name: string): Tool | undefined;
  /** Whether what is found is given with its definition. */
  readonly defines: boolean;
  /** Takes note that a search has found these; what became of them, where they are sent from then on. */
  find(
    names: readonly string[],
    callId: string,
  ): { readonly activated?: readonly string[]; readonly evicted?: readonly string[] };
}
