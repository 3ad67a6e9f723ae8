import type { Definition } from './definition.js';
import { hasHidden } from './escape-hidden.js';
import { schemaProblem } from './schema-problem.js';

export const definitionLimits = {
  tools: 1000,
  description: 20_000,
  characters: 200_000,
  /** Of all tools of a server together. */
  allCharacters: 5_000_000,
  depth: 40,
  name: 200,
} as const;

/** Why a tool of a server is left out; undefined when it can be offered. */
export function definitionProblem(definition: Definition): string | undefined {
  const { name, description = '', inputSchema } = definition;
  if (name === '' || name.length > definitionLimits.name) return `its name has ${name.length} characters`;
  if (description.length > definitionLimits.description)
    return `its description has ${description.length} characters, and ${definitionLimits.description} are the most`;
  const walked = walk(definition, 0);
  if (walked !== undefined) return walked;
  if (JSON.stringify(definition).length > definitionLimits.characters)
    return `its definition is longer than ${definitionLimits.characters} characters`;
  if (inputSchema['type'] !== 'object') return 'its arguments are no object';
  return schemaProblem(inputSchema);
}

const forbidden = new Set(['__proto__', 'constructor', 'prototype']);
/** They have to come back as they are, so they cannot be shown as anything else. */
const exact = new Set(['enum', 'const', 'required', 'dependentRequired']);

/** Bounded by depth; what is too large was refused when it was read. */
function walk(value: unknown, depth: number, isExact = false): string | undefined {
  if (isExact && typeof value === 'string' && hasHidden(value))
    return 'a value in it holds characters that are not seen';
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > definitionLimits.depth) return `it is nested deeper than ${definitionLimits.depth} levels`;
  for (const [key, member] of Object.entries(value)) {
    if (forbidden.has(key)) return `it holds the key ${key}`;
    if (hasHidden(key)) return `the key ${JSON.stringify(key)} holds characters that are not seen`;
    if (key === '$ref' && typeof member === 'string' && !member.startsWith('#'))
      return `its schema refers to ${JSON.stringify(member.slice(0, 100))}, which is not looked up`;
    if (key === '$dynamicRef' || key === '$async') return `its schema uses ${key}`;
    const found = walk(member, depth + 1, isExact || exact.has(key));
    if (found !== undefined) return found;
  }
  return undefined;
}
