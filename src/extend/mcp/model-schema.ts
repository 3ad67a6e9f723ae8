import type { LooseSchema } from '../../schema/json-schema.js';
import { escapeHidden } from './escape-hidden.js';

/**
 * The schema of a server's tool as models are shown it and arguments are checked with. A regular expression of a stranger
 * can keep this process busy for hours: patterns are said in words, and the server checks them itself.
 */
export function modelSchema(schema: LooseSchema): LooseSchema {
  return rewrite(schema) as LooseSchema;
}

/** Keys whose members are names of somebody else, not words of a schema. */
const named = new Set(['properties', '$defs', 'definitions', 'dependentSchemas']);
/** Values, not schemas: those that must come back as they are, which hide nothing, and those that are only shown. */
const exact = new Set(['const', 'enum', 'required', 'dependentRequired']);
const shown = new Set(['default', 'examples']);

function rewrite(value: unknown, isNames = false): unknown {
  if (typeof value === 'string') return escapeHidden(value);
  if (Array.isArray(value)) return value.map((one) => rewrite(one));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(
    ([key]) => isNames || !['pattern', 'patternProperties', '$schema', '$id'].includes(key),
  );
  const made = Object.fromEntries(
    entries.map(([key, member]) => {
      if (!isNames && exact.has(key)) return [key, member];
      if (!isNames && shown.has(key)) return [key, escapeValue(member)];
      return [key, rewrite(member, !isNames && named.has(key))];
    }),
  );
  const { pattern, description } = value as { readonly pattern?: unknown; readonly description?: unknown };
  if (isNames || typeof pattern !== 'string') return made;
  const said = typeof description === 'string' ? `${escapeHidden(description)} ` : '';
  return { ...made, description: `${said}(pattern: ${escapeHidden(pattern)})` };
}

function escapeValue(value: unknown): unknown {
  if (typeof value === 'string') return escapeHidden(value);
  if (Array.isArray(value)) return value.map(escapeValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, escapeValue(member)]));
}
