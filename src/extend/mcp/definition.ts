import { defined } from '../../base/defined.js';
import { sha256 } from '../../base/digest.js';
import { renderDiff } from '../../change/unified-diff.js';
import { isSchema } from '../../schema/is-schema.js';
import type { LooseSchema } from '../../schema/json-schema.js';
import { canonicalJson } from './canonical-json.js';
import { escapeHidden } from './escape-hidden.js';

/** A tool as its server describes it, with nothing added or left out that a model or a person could be steered by. */
export interface Definition {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: LooseSchema;
  readonly outputSchema?: LooseSchema;
  readonly annotations?: Readonly<Record<string, unknown>>;
}

/** Takes what counts of a tool in a server's list. */
export function definitionOf(listed: Definition): Definition {
  const { name, title, description, inputSchema, outputSchema, annotations } = listed;
  return {
    name,
    ...defined({ title, description }),
    inputSchema,
    ...defined({ outputSchema, annotations }),
  };
}

const hashes = new WeakMap<Definition, string>();

/** The same for the same words, in whatever order they come. */
export function definitionHash(definition: Definition): string {
  const known = hashes.get(definition);
  if (known !== undefined) return known;
  const hash = sha256(canonicalJson(definition));
  hashes.set(definition, hash);
  return hash;
}

/** A definition for people: all of it, an argument a line, and nothing in it is hidden. */
export function renderDefinition({ name, description = '', inputSchema, ...rest }: Definition): string {
  const { properties, ...other } = inputSchema;
  const members = isSchema(properties) ? Object.entries(properties) : [];
  const lines = [
    `tool ${JSON.stringify(name)}`,
    ...(description === '' ? [] : description.split('\n').map((line) => `  ${line}`)),
    ...members.map(([key, schema]) => `  argument ${key}: ${renderValue(schema)}`),
    `  arguments: ${renderValue(isSchema(properties) ? other : inputSchema)}`,
    ...Object.entries(rest).map(([key, value]) => `  ${key}: ${renderValue(value)}`),
  ];
  return escapeHidden(`${lines.join('\n')}\n`);
}

/** What is short stands on one line: a list of tools is read by somebody. */
function renderValue(value: unknown): string {
  const line = canonicalJson(value);
  return line.length <= maxLine ? line : canonicalJson(value, 2).replaceAll('\n', '\n  ');
}

const maxLine = 160;

/** The difference between two definitions; all of the new one when there was none. */
export function diffDefinitions(before: Definition | undefined, after: Definition) {
  const bytes = (definition: Definition): Uint8Array => Buffer.from(renderDefinition(definition));
  return renderDiff(escapeHidden(after.name), before && bytes(before), bytes(after));
}
