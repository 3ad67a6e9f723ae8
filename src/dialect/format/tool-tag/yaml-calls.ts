import { defined } from '../../../base/defined.js';
import type { DialectCall } from '../../dialect.js';
import type { Body, BodyEnd, Opener } from '../../read/grammar.js';
import type { Reading } from '../../read/input.js';
import type { ToolTable } from '../../read/tool-table.js';
import { fits, typingOf } from '../../value/typing.js';
import { readYaml } from '../../value/yaml.js';
import { yamlToJson } from '../../value/yaml-json.js';
import type { YamlNode } from '../../value/yaml-node.js';
import { startsMatching } from '../starts.js';
import { readYamlBody } from './yaml-body.js';

/**
 * `<tool_call>` with YAML where JSON was asked for: `name:` and `arguments:`, or only the arguments of a tool that they
 * alone fit. It is reported as a repair.
 */
export const toolCallYaml: Opener = {
  text: '<tool_call>',
  starts: startsMatching(/^\s*[A-Za-z_][\w-]{0,63}:\s/, /^\s*(?:[A-Za-z_][\w-]{0,63}:?)?$/),
  read: (body) => readCalls(body, { tag: 'tool_call', slip: true }),
};

/** `<tool_calls>` with a YAML list of `- name:` and `arguments:`. */
export const toolCallsYaml: Opener = {
  text: '<tool_calls>',
  starts: startsMatching(/^\s*-[ \t]+["']?name["']?\s*:/, /^\s*(?:-[ \t]*(?:["']?n?a?m?e?["']?\s*)?)?$/),
  read: (body) => readCalls(body, { tag: 'tool_calls', slip: false }),
};

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
  if (!read.ok) return calls.rejectCall({ why: `its YAML cannot be read: ${read.problem.message}`, hint });
  const found = (read.node.kind === 'list' ? read.node.items : [read.node]).map((node) => readCall(node, tools));
  const bad = found.find((one) => !one.ok);
  if (bad !== undefined || found.length === 0) {
    return calls.rejectCall({ name: bad?.name, why: bad?.why ?? 'it holds no call', hint });
  }
  for (const one of found) {
    if (!one.ok) continue;
    const repairs = new Set(one.repairs);
    if (slip) repairs.add('its YAML was read as the JSON it stands for');
    if (end === 'half-closed') repairs.add(`</${tag}> was missing at the end of the message`);
    if (calls.make(one.call, repairs) === 'lost') return 'lost';
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
  const fitting = tools.names.filter((name) => fits(keys, tools.shapeOf(name) ?? {}));
  const [name, ...others] = fitting;
  if (name === undefined || others.length > 0) return { ok: false, name: undefined, why: 'it does not name a tool' };
  const repairs = new Set([`it named no tool, and ${name} is the only one its arguments fit`]);
  return { ok: true, call: { name, arguments: argumentsOf(node, name, tools, repairs) }, repairs, name, why: '' };
}

const argumentsOf = (node: YamlNode, name: string, tools: ToolTable, repairs: Set<string>): string =>
  yamlToJson(node, typingOf(tools.schemaOf(name)), repairs);

const argumentKeys = ['arguments', 'parameters', 'args'];

function textOf(node: YamlNode | undefined): string | undefined {
  return (node?.kind === 'plain' || node?.kind === 'text') && node.text.trim() !== '' ? node.text : undefined;
}
