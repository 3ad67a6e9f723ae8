import { isSchema } from '../../schema/is-schema.js';
import type { LooseSchema } from '../../schema/json-schema.js';
import type { ParserTool } from '../dialect.js';
import { withoutTokens } from './tool-name.js';

/** The tools a message may call, by name. */
export interface ToolTable {
  /** Whether it was told which there are. */
  readonly told: boolean;
  readonly names: readonly string[];
  has(name: string): boolean;
  /** The schema of its arguments; undefined when nothing is known of them. */
  schemaOf(name: string): LooseSchema | undefined;
}

export function toolTable(tools: readonly ParserTool[] | undefined): ToolTable {
  if (tools === undefined) return unknownTools;
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return {
    told: true,
    names: [...byName.keys()],
    has: (name) => byName.has(withoutTokens(name)),
    schemaOf: (name) => {
      const parameters = byName.get(withoutTokens(name))?.parameters;
      return isSchema(parameters) ? parameters : undefined;
    },
  };
}

const unknownTools: ToolTable = { told: false, names: [], has: () => false, schemaOf: () => undefined };
