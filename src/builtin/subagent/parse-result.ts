import { type Json, parseJson } from '../../base/json.js';
import { checkerFor, renderIssues } from '../../schema/check.js';
import type { LooseSchema } from '../../schema/json-schema.js';

interface ParsedResult {
  readonly data: Json;
  /** What was not as it should be. */
  readonly warnings: readonly string[];
}

/** The JSON a subagent was asked for: its whole text, else what stands in a fence, else its text in a wrapper. */
export async function parseResult(text: string, schema: LooseSchema): Promise<ParsedResult> {
  const whole = parseJson(text.trim());
  if (whole.ok) return checked(whole.value, schema);
  for (const fenced of fencesIn(text)) {
    const inner = parseJson(fenced);
    if (inner.ok) return checked(inner.value, schema);
  }
  return { data: { text }, warnings: ['It did not answer in JSON: its words are in text.'] };
}

/** The last first: what a model says last is its answer. */
const fencesIn = (text: string): readonly string[] =>
  [...text.matchAll(/^[ \t]*```[\w-]*[ \t]*\n([\s\S]*?)^[ \t]*```[ \t]*$/gm)]
    .map(([, inner = '']) => inner.trim())
    .reverse();

async function checked(data: Json, schema: LooseSchema): Promise<ParsedResult> {
  const check = await checkerFor(schema);
  const issues = check(data);
  return { data, warnings: issues.length === 0 ? [] : [`It does not fit result_schema: ${renderIssues(issues)}`] };
}
