import { isSchema } from '../../schema/is-schema.js';
import type { LooseSchema } from '../../schema/json-schema.js';
import { dereference } from '../../schema/schema-types.js';
import type { ParserTool } from '../dialect.js';

/** The tools a message may call, by name. */
export interface ToolTable {
  /** Whether it was told which there are. */
  readonly told: boolean;
  readonly names: readonly string[];
  has(name: string): boolean;
  /** The schema of its arguments; undefined when nothing is known of them. */
  schemaOf(name: string): LooseSchema | undefined;
  /** The same, looked up where it is only a reference. */
  shapeOf(name: string): LooseSchema | undefined;
}

export function toolTable(tools: readonly ParserTool[] | undefined): ToolTable {
  if (tools === undefined) return unknownTools;
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const schemaOf = (name: string): LooseSchema | undefined => {
    const parameters = byName.get(withoutTokens(name))?.parameters;
    return isSchema(parameters) ? parameters : undefined;
  };
  return {
    told: true,
    names: [...byName.keys()],
    has: (name) => byName.has(withoutTokens(name)),
    schemaOf,
    shapeOf: (name) => {
      const schema = schemaOf(name);
      return schema === undefined ? undefined : dereference(schema, schema);
    },
  };
}

const nothing = (): undefined => undefined;
const unknownTools: ToolTable = { told: false, names: [], has: () => false, schemaOf: nothing, shapeOf: nothing };

/**
 * The name of a tool without special tokens: models that speak in channels write `<|channel|>commentary` or
 * `<|constrain|>json` behind it also in other formats. No tool has such a name, so all from the first token on is left
 * out; a token before the name too.
 */
export function withoutTokens(name: string): string {
  if (!/<[|｜]/.test(name)) return name;
  const [bare = ''] = name.replace(/^(?:\s*<[|｜][^|｜<>\s]{1,40}[|｜]>)+/, '').split(/<[|｜]/, 1);
  return bare.trim() === '' ? name : bare.trim();
}

/** Whether what begins so may still name one of these. */
export const mayName = (names: readonly string[], part: string): boolean =>
  names.some((name) => name.startsWith(part) || part.startsWith(`${name}<`));
