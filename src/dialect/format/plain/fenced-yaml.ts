import { parseTrusted } from '../../../base/trusted-json.js';
import type { DialectCall } from '../../dialect.js';
import type { AheadContext, Body, Opener } from '../../read/grammar.js';
import { type Reading, Stops } from '../../read/input.js';
import type { ToolTable } from '../../read/tool-table.js';
import { typingOf } from '../../value/typing.js';
import { readYaml } from '../../value/yaml.js';
import { yamlToJson } from '../../value/yaml-json.js';
import type { YamlNode } from '../../value/yaml-node.js';
import { announcesExample } from './announces-example.js';
import type { BareJsonOptions } from './bare-json.js';
import { tellBehind } from './behind-call.js';
import { argumentKeys, fitsTool, type JsonObject, nameKeys } from './call-value.js';
import { fence } from './fenced-calls.js';
import { FoundCalls } from './found-calls.js';
import type { PlainRules } from './rules.js';

/** A code fence with the name and the arguments of calls as YAML: of tools that were offered, and nothing else. */
export const fencedYaml = ({ rules, at = 'line', howTo }: BareJsonOptions): Opener => ({
  text: `${fence}yaml`,
  at,
  fence: true,
  starts: startsName,
  *read(body) {
    const { input } = body;
    const { text, stop } = yield* input.until(closes);
    const found = readCalls(text, body.tools, rules);
    if (found === undefined || stop === undefined) return 'text';
    input.at += stop.length;
    return rules.named || (yield* isLast(body)) ? found.commit(body, howTo) : found.ignore(body);
  },
});

const closes = new Stops([`\n${fence}`]);

function startsName(ahead: string, { tools, ended }: AheadContext): boolean | undefined {
  const [, key, name] = /^[ \t]*\r?\n\s*(?:- +)?["']?(\w+)["']?: *["']?([\w.:/-]+)["']?[ \t]*\r?\n/.exec(ahead) ?? [];
  if (key !== undefined) return nameKeys.includes(key) && tools.has(name ?? '');
  return !ended && /^[ \t\r]*(?:\n\s*(?:-? *["']?(?:\w+["']?(?:: *["']?[\w.:/-]*["']?[ \t\r]*)?)?)?)?$/.test(ahead)
    ? undefined
    : false;
}

function readCalls(text: string, tools: ToolTable, { named }: PlainRules): FoundCalls | undefined {
  const read = readYaml(text.replace(/^[ \t]*\r?\n/, ''));
  if (!read.ok) return undefined;
  const found = new FoundCalls();
  for (const node of read.node.kind === 'list' ? read.node.items : [read.node]) {
    const repairs = new Set<string>();
    const call = readCall(node, tools, repairs);
    // Much that is configured in YAML has a name and arguments: where it was not asked for, they have to be those of the tool.
    if (call === undefined || !(named || fitsTool(parseTrusted(call.arguments) as JsonObject, call.name, tools)))
      return undefined;
    found.take({ kind: 'calls', calls: [call], repairs: [...repairs], bad: [] });
  }
  return found;
}

function readCall(node: YamlNode, tools: ToolTable, repairs: Set<string>): DialectCall | undefined {
  if (node.kind !== 'map' || node.members.size !== 2) return undefined;
  const [[key, named], [argumentsKey, args]] = [...node.members] as [[string, YamlNode], [string, YamlNode]];
  if (!nameKeys.includes(key) || !argumentKeys.includes(argumentsKey)) return undefined;
  if (named.kind !== 'plain' && named.kind !== 'text') return undefined;
  if (args.kind !== 'map' || !tools.has(named.text)) return undefined;
  return { name: named.text, arguments: yamlToJson(args, typingOf(tools.schemaOf(named.text)), repairs) };
}

/** Whether nothing follows, and nothing before says that it is only shown. */
function* isLast({ input, tools, before }: Body): Reading<boolean> {
  const rules = { named: false };
  const behind = yield* input.glimpse((ahead, ended) => tellBehind(ahead, ended, { tools, rules }));
  return behind?.kind === 'end' && !announcesExample(before);
}
