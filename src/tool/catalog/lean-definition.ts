import { isSchema } from '../../schema/is-schema.js';
import type { LooseSchema } from '../../schema/json-schema.js';
import type { Tool, ToolDefinition } from '../tool.js';

/**
 * What a request carries of a tool where tokens are spared: of a built-in one without what only the check of arguments
 * needs. A call outside of such a bound is refused with words that name it.
 */
export function leanDefinition(tool: Tool): ToolDefinition {
  const known = lean.get(tool);
  if (known !== undefined) return known;
  const { name, description, parameters, source } = tool;
  const definition = { name, description, parameters: source === 'builtin' ? leanSchema(parameters) : parameters };
  lean.set(tool, definition);
  return definition;
}

const lean = new WeakMap<Tool, ToolDefinition>();

const bounds: ReadonlySet<string> = new Set(['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems']);

function leanSchema(schema: LooseSchema): LooseSchema {
  const kept = Object.entries(schema).filter(
    ([key, value]) => !bounds.has(key) && !(key === 'additionalProperties' && value === false),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, leanMember(key, value)]));
}

function leanMember(key: string, value: unknown): unknown {
  if (!isSchema(value)) return value;
  if (key === 'items') return leanSchema(value);
  if (key !== 'properties') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, isSchema(member) ? leanSchema(member) : member]),
  );
}
