import { type Json, parseJson } from '../base/json.js';
import type { JsonSchema } from '../schema/json-schema.js';
import { checkSetting } from './check-config.js';
import type { ConfigIssue } from './problem.js';

export type ParsedSetting =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly issues: readonly ConfigIssue[] };

/** The value a word on the command line stands for: JSON where that is what the setting takes, else the word itself. */
export function parseSettingValue(word: string, schema: JsonSchema, path: readonly string[]): ParsedSetting {
  const parsed = parseJson(word);
  const issues = parsed.ok ? checkSetting(parsed.value, schema, path) : [];
  if (parsed.ok && issues.length === 0) return parsed;
  const asText = checkSetting(word, schema, path);
  if (asText.length === 0) return { ok: true, value: word };
  // Of a number that is too large, say that; of a word where a number should be, say that it is a word.
  return { ok: false, issues: parsed.ok && typeof parsed.value !== 'string' ? issues : asText };
}
