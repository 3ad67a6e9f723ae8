import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { messageOf, ToolwrightError } from '../../base/error.js';
import { type Json, parseJson } from '../../base/json.js';
import type { ParserTool } from '../../dialect/dialect.js';

/** The tools of a file: a list of OpenAI tools or functions, or an object that holds one as `tools` or `functions`. */
export async function readToolsFile(path: string, cwd: string): Promise<readonly ParserTool[]> {
  let text: string;
  try {
    text = await readFile(resolve(cwd, path), 'utf8');
  } catch (error) {
    throw new ToolwrightError('bad-usage', `The tools cannot be read from ${path}: ${messageOf(error)}`);
  }
  const parsed = parseJson(text.replace(/^\uFEFF/, ''));
  if (!parsed.ok) throw new ToolwrightError('bad-usage', `${path} is no JSON: ${parsed.problem.message}.`);
  const tools = toolsOf(parsed.value);
  if (typeof tools === 'string') throw new ToolwrightError('bad-usage', `${path}: ${tools}`);
  return tools;
}

/** Or what is wrong with them. */
export function toolsOf(value: Json): readonly ParserTool[] | string {
  const list = isObject(value) ? (value['tools'] ?? value['functions'] ?? null) : value;
  if (!Array.isArray(list)) return `tools have to be a list, such as ${example}.`;
  const tools: ParserTool[] = [];
  for (const [at, entry] of list.entries()) {
    const inner = isObject(entry) ? (entry['function'] ?? entry) : null;
    if (!isObject(inner)) return `tool ${at + 1} is no object: write ${example}.`;
    const { name, parameters, input_schema: schema, inputSchema = schema } = inner;
    if (typeof name !== 'string' || name === '') return `tool ${at + 1} has no name: write ${example}.`;
    const given = parameters ?? inputSchema ?? null;
    if (given !== null && !isObject(given)) return `the parameters of ${name} are no JSON Schema object.`;
    tools.push({ name, ...(given !== null && { parameters: given }) });
  }
  return tools;
}

const example = '[{"type":"function","function":{"name":"…","parameters":{…}}}]';

const isObject = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
