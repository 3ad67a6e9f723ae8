import type { SchemaIssue } from '../schema/check.js';
import type { LooseSchema } from '../schema/json-schema.js';
import { renderShape, schemaOf } from '../schema/render-shape.js';
import { schemaTypes } from '../schema/schema-types.js';
import { toolEntry } from '../tool/catalog/catalog-entry.js';
import type { Tool } from '../tool/tool.js';

/**
 * What is taken where objects and lists do not fit, for a model to copy: the names of the members, their types, and which
 * may be left out. Of other values the issue tells it already. What somebody else wrote of a tool is not told unmarked.
 */
export function takesLine(tool: Tool, issues: readonly SchemaIssue[]): string {
  if (toolEntry(tool).writtenBy !== undefined) return '';
  const { parameters } = tool;
  const lines = new Map<LooseSchema, string>();
  for (const { path } of issues) {
    const schema = schemaOf(path, parameters);
    if (schema === undefined || lines.has(schema) || lines.size === maxLines) continue;
    const types = schemaTypes(schema, parameters);
    if (!types.has('object') && !types.has('array')) continue;
    lines.set(schema, ` ${path === '' ? tool.name : path} takes ${renderShape(schema, parameters)}.`);
  }
  return [...lines.values()].join('');
}

const maxLines = 2;
