import { defined } from '../../../base/defined.js';
import { isSchema } from '../../../schema/is-schema.js';
import { dereference } from '../../../schema/schema-types.js';
import type { DialectCall } from '../../dialect.js';
import type { AheadContext, Body, BodyEnd, Opener } from '../../read/grammar.js';
import type { Reading } from '../../read/input.js';
import type { ToolTable } from '../../read/tool-table.js';
import { readYaml } from '../../value/yaml.js';
import { yamlToJson } from '../../value/yaml-json.js';
import type { YamlNode } from '../../value/yaml-node.js';
import { readYamlBody } from './yaml-body.js';

/**
 * `<tool_call>` with YAML where JSON was asked for: `name:` and `arguments:`, or only the arguments of a tool that they
 * alone fit. It is reported as a repair.
 */
export const toolCallYaml = (dialect: string): Opener => ({
  dialect,
  text: '<tool_call>',
  at: 'anywhere',
  starts: startsKey,
  read: (body) => readCalls(body, { tag: 'tool_call', slip: true }),
});

/** `<tool_calls>` with a YAML list of `- name:` and `arguments:`. */
export const toolCallsYaml = (dialect: string): Opener => ({
  dialect,
  text: '<tool_calls>',
  at: 'anywhere',
  starts: startsItem,
  read: (body) => readCalls(body, { tag: 'tool_calls', slip: false }),
});

interface YamlCalls {
  readonly tag: string;
  /** The format asks for something else. */
  readonly slip: boolean;
}

function* readCalls(body: Body, { tag, slip }: YamlCalls): Reading<BodyEnd> {
  const { calls, input, tools } = body;
  const hint = `Write "name" and "arguments" of each call as JSON between <${tag}> and </${tag}>.`;
  const space = yield* input.space();
  const { text, end } = yield* readYamlBody(input, { tag });
  if (end === 'cut') {
    calls.rejectCall({ why: 'the message ended in the middle of it', hint });
    return 'lost';
  }
  const read = readYaml(space.slice(space.lastIndexOf('\n') + 1) + text);
  if (!read.ok) {
    calls.rejectCall({ why: `its YAML cannot be read: ${read.problem.message}`, hint });
    return 'rejected';
  }
  const found = (read.node.kind === 'list' ? read.node.items : [read.node]).map((node) => readCall(node, tools));
  const bad = found.find((one) => !one.ok);
  if (bad !== undefined || found.length === 0) {
    calls.rejectCall({ name: bad?.name, why: bad?.why ?? 'it holds no call', hint });
    return 'rejected';
  }
  for (const one of found) {
    if (!one.ok) continue;
    if (calls.make(one.call) === 'lost') return 'lost';
    const repairs = new Set(one.repairs);
    if (slip) repairs.add('its YAML was read as the JSON it stands for');
    if (end === 'half-closed') repairs.add(`</${tag}> was missing at the end of the message`);
    calls.repairCall(one.call.name, repairs);
  }
  return 'closed';
}

type Found =
  | {
      readonly ok: true;
      readonly call: DialectCall;
      readonly repairs: ReadonlySet<string>;
      readonly name: string;
      readonly why: '';
    }
  | { readonly ok: false; readonly name: string | undefined; readonly why: string };

function readCall(node: YamlNode, tools: ToolTable): Found {
  if (node.kind !== 'map') return { ok: false, name: undefined, why: 'it is no mapping with a name and arguments' };
  const { members } = node;
  const name = textOf(members.get('name'));
  const given = argumentKeys.filter((key) => members.has(key));
  if (name === undefined || (given.length === 0 && members.size > 1)) return readBare(node, tools);
  if (given.length > 1) return { ok: false, name, why: `it has both ${given[0]} and ${given[1]}` };
  const id = textOf(members.get('id'));
  const repairs = new Set<string>();
  const args = members.get(given[0] ?? '') ?? { kind: 'map', members: new Map() };
  const asText =
    args.kind === 'plain' && args.text === ''
      ? '{}'
      : args.kind === 'map'
        ? argumentsOf(args, name, tools, repairs)
        : undefined;
  if (asText === undefined) return { ok: false, name, why: 'its arguments are no mapping' };
  return { ok: true, call: { ...defined({ id }), name, arguments: asText }, repairs, name, why: '' };
}

/** Arguments without a name: those of the one tool that knows all of them and needs no other. */
function readBare(node: Extract<YamlNode, { readonly kind: 'map' }>, tools: ToolTable): Found {
  const keys = [...node.members.keys()];
  const fitting = tools.names.filter((name) => {
    const schema = tools.schemaOf(name);
    if (schema === undefined) return false;
    const { properties, required } = dereference(schema, schema);
    return (
      isSchema(properties) &&
      keys.every((key) => Object.hasOwn(properties, key)) &&
      (!Array.isArray(required) || required.every((key) => node.members.has(String(key))))
    );
  });
  const [name, ...others] = fitting;
  if (name === undefined || others.length > 0) return { ok: false, name: undefined, why: 'it does not name a tool' };
  const repairs = new Set([`it named no tool, and ${name} is the only one its arguments fit`]);
  return { ok: true, call: { name, arguments: argumentsOf(node, name, tools, repairs) }, repairs, name, why: '' };
}

function argumentsOf(node: YamlNode, name: string, tools: ToolTable, repairs: Set<string>): string {
  const schema = tools.schemaOf(name);
  return yamlToJson(node, { schema, root: schema ?? {} }, repairs);
}

const argumentKeys = ['arguments', 'parameters', 'args'];

function textOf(node: YamlNode | undefined): string | undefined {
  return (node?.kind === 'plain' || node?.kind === 'text') && node.text.trim() !== '' ? node.text : undefined;
}

function startsKey(ahead: string, { ended }: AheadContext): boolean | undefined {
  const rest = ahead.trimStart();
  if (/^[A-Za-z_][\w-]{0,63}:\s/.test(rest)) return true;
  return !ended && /^(?:[A-Za-z_][\w-]{0,63}:?)?$/.test(rest) ? undefined : false;
}

function startsItem(ahead: string, { ended }: AheadContext): boolean | undefined {
  const rest = ahead.trimStart();
  if (/^-[ \t]+["']?name["']?\s*:/.test(rest)) return true;
  return !ended && /^(?:-[ \t]*(?:["']?n?a?m?e?["']?\s*)?)?$/.test(rest) ? undefined : false;
}
