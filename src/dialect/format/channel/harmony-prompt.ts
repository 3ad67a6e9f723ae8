import { isSchema } from '../../../schema/is-schema.js';
import type { LooseSchema } from '../../../schema/json-schema.js';
import type { ToolDefinition } from '../../../tool/tool.js';
import { escapeMarkup } from '../../markup.js';
import { toIdentifiers } from './harmony-names.js';

/** The tools as a TypeScript namespace, as such models were trained on; the words are for all others. */
export function renderHarmonyPrompt(tools: readonly ToolDefinition[]): string {
  const identifiers = toIdentifiers(tools.map(({ name }) => name));
  const types = tools.map(({ name, description, parameters }) => {
    const comment = oneLine(description);
    const shape = isSchema(parameters) ? typeOf(parameters, 0) : '{}';
    return `// ${comment}\ntype ${identifiers.get(name) ?? name} = (${shape === '{}' ? '' : `_: ${shape}`}) => any;`;
  });
  return `# Tools

## functions

namespace functions {

${types.join('\n\n')}

} // namespace functions

A call goes to one of these functions in the commentary channel, with its arguments as one JSON object:
<|start|>assistant<|channel|>commentary to=functions.NAME <|constrain|>json<|message|>{"argument":"value"}<|call|>
Then end your message: the result comes in the next one. Never write a result yourself.`;
}

/** The type of a value in TypeScript, with what is said of its members. */
function typeOf(schema: LooseSchema, depth: number): string {
  const { type, enum: values, properties, items, required, anyOf, oneOf } = schema;
  if (depth > 6) return 'any';
  if (Array.isArray(values)) return values.map((value) => escapeMarkup(JSON.stringify(value))).join(' | ');
  const branches = [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list : [])).filter(isSchema);
  if (branches.length > 0) return branches.map((branch) => typeOf(branch, depth + 1)).join(' | ');
  const names = (Array.isArray(type) ? type : [type]).map(String);
  return names.map((name) => one(name)).join(' | ');

  function one(name: string): string {
    if (name === 'integer' || name === 'number') return 'number';
    if (name === 'array') return isSchema(items) ? `(${typeOf(items, depth + 1)})[]` : 'any[]';
    if (name === 'string' || name === 'boolean' || name === 'null') return name;
    if (!isSchema(properties)) return name === 'object' ? 'object' : 'any';
    const needed = new Set(Array.isArray(required) ? required.map(String) : []);
    const members = Object.entries(properties).map(([key, member]) => {
      const inner = isSchema(member) ? member : {};
      const told = typeof inner['description'] === 'string' ? `// ${oneLine(inner['description'])}\n` : '';
      const name = /^[A-Za-z_$][\w$]*$/.test(key) ? key : escapeMarkup(JSON.stringify(key));
      return `${told}${name}${needed.has(key) ? '' : '?'}: ${typeOf(inner, depth + 1)},\n`;
    });
    return members.length === 0 ? '{}' : `{\n${members.join('')}}`;
  }
}

/** Text of a comment: it has one line, and no token of the format in it. */
const oneLine = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/<(?=\|)/g, '< ')
    .trim();
