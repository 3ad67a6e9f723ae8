import { checkAnthropicConversation } from './fake-anthropic-conversation.js';
import { type Fields, fieldsOf, isObject, listOf } from './fake-api.js';
import type { FakeModelRequest } from './fake-model-round.js';

/** What Anthropic's own server refuses in a request, in its words; undefined when it would accept it. */
export function checkAnthropicRequest({
  body,
  headers,
}: Pick<FakeModelRequest, 'body' | 'headers'>): string | undefined {
  if (headers['anthropic-version'] === undefined) return 'anthropic-version: header is required';
  if (!isObject(body)) return 'The request body is not valid JSON.';
  if (halfPair.test(JSON.stringify(body))) return 'The request body is not valid JSON: no low surrogate in string';
  const unknown = Object.keys(body).find((key) => !known.has(key));
  if (unknown !== undefined) return `${unknown}: Extra inputs are not permitted`;
  const rules = rulesOf(String(body['model']));
  return (
    checkHead(body, rules) ??
    checkTools(body, rules) ??
    checkThinking(body, rules) ??
    checkMarks(body) ??
    checkAnthropicConversation(body, rules.prefill)
  );
}

/** Half a surrogate pair, which is written as an escape, unlike a whole one. */
const halfPair = /(?:^|[^\\])(?:\\\\)*\\ud[89a-f]/;

const known = new Set(
  'model max_tokens messages system tools tool_choice thinking output_config stream stop_sequences metadata temperature top_k top_p cache_control service_tier'.split(
    ' ',
  ),
);

/** What differs from model to model. */
interface Rules {
  readonly maxTokens: number;
  /** The `thinking.type` values that are refused. */
  readonly refuses: readonly string[];
  /** Whether a call can be forced. */
  readonly forced: boolean;
  /** Whether a conversation may end with the model's own message. */
  readonly prefill: boolean;
}

/** As documented for each model; a model of any other name refuses nothing. */
function rulesOf(model: string): Rules {
  const [, maxTokens, refuses, more = ''] = table.find(([form]) => form.test(model)) ?? [/./, Number.MAX_VALUE, ''];
  return {
    maxTokens,
    refuses: refuses.split(' '),
    forced: !more.includes('unforced'),
    prefill: !more.includes('unfilled'),
  };
}

const table: readonly (readonly [form: RegExp, maxTokens: number, refuses: string, more?: string])[] = [
  [/^claude-3-(?:opus|sonnet|haiku)/, 4096, 'enabled adaptive between_tools'],
  [/^claude-3-5-/, 8192, 'enabled adaptive between_tools'],
  [/^claude-3-7-|^claude-(?:sonnet|haiku)-4-(?:5|2025)|^claude-opus-4-5/, 64_000, 'adaptive between_tools'],
  [/^claude-opus-4-(?:1|2025)/, 32_000, 'adaptive between_tools'],
  [/^claude-(?:opus|sonnet)-4-6/, 64_000, 'between_tools', 'unfilled'],
  [/^claude-opus-4-[78]/, 128_000, 'enabled between_tools', 'unfilled'],
  [/^claude-sonnet-5-5/, 128_000, 'enabled disabled', 'unfilled unforced'],
  [/^claude-(?:opus-5-5|fable-5-\d|mythos-5-\d)/, 128_000, 'enabled disabled between_tools', 'unfilled unforced'],
  [/^claude-(?:fable|mythos)-5/, 128_000, 'enabled disabled between_tools', 'unfilled'],
  [/^claude-(?:opus|sonnet|haiku)-5/, 128_000, 'enabled between_tools', 'unfilled'],
];

function checkHead({ model, max_tokens: limit, messages }: Fields, { maxTokens }: Rules): string | undefined {
  if (typeof model !== 'string' || model === '') return 'model: Field required';
  if (typeof limit !== 'number') return 'max_tokens: Field required';
  if (limit > maxTokens) {
    return `max_tokens: ${limit} > ${maxTokens}, which is the maximum allowed number of output tokens for ${model}`;
  }
  return Array.isArray(messages) && messages.length > 0 ? undefined : 'messages: at least one message is required';
}

function checkTools({ tools, tool_choice: choice }: Fields, { forced }: Rules): string | undefined {
  const list = listOf(tools);
  const names = list.map((tool) => String(fieldsOf(tool)['name'] ?? ''));
  if (new Set(names).size !== names.length) return 'tools: Tool names must be unique.';
  for (const [at, tool] of list.entries()) {
    const wrong = checkTool(tool);
    if (wrong !== undefined) return `tools.${at}.custom.${wrong}`;
  }
  if (!isObject(choice)) return undefined;
  if (list.length === 0) return 'tool_choice may only be specified while providing tools';
  const { type, name } = choice;
  if (type === 'tool' && !names.includes(String(name))) return `Tool '${String(name)}' not found in provided tools`;
  const forces = type === 'tool' || type === 'any';
  return forces && !forced ? 'tool_choice: type "tool" and "any" are not supported for this model.' : undefined;
}

function checkTool(tool: unknown): string | undefined {
  if (!isObject(tool) || !/^[a-zA-Z0-9_-]{1,128}$/.test(String(tool['name']))) {
    return "name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'";
  }
  const schema = tool['input_schema'];
  if (!isObject(schema)) return 'input_schema: Field required';
  if (schema['type'] === undefined) return 'input_schema.type: Field required';
  if (schema['type'] !== 'object') return "input_schema.type: Input should be 'object'";
  if (['oneOf', 'allOf', 'anyOf'].some((word) => word in schema)) {
    return 'input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level';
  }
  const odd = Object.keys(fieldsOf(schema['properties'])).some((key) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(key));
  return odd ? "input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'" : undefined;
}

function checkThinking(body: Fields, { refuses }: Rules): string | undefined {
  const { thinking, tool_choice: choice, max_tokens: limit } = body;
  if (!isObject(thinking)) return undefined;
  const { type, budget_tokens: budget } = thinking;
  if (refuses.includes(String(type))) return `"thinking.type.${String(type)}" is not supported for this model.`;
  if (type !== 'enabled')
    return budget === undefined ? undefined : 'thinking.budget_tokens: Extra inputs are not permitted';
  if (typeof budget !== 'number' || budget < 1024) {
    return 'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024';
  }
  if (Number(limit) <= budget) return '`max_tokens` must be greater than `thinking.budget_tokens`.';
  const forces = ['tool', 'any'].includes(String(fieldsOf(choice)['type']));
  return forces ? 'Thinking may not be enabled when tool_choice forces tool use.' : undefined;
}

function checkMarks({ system, tools, messages }: Fields): string | undefined {
  let marks = 0;
  JSON.stringify([system, tools, messages], (key, value: unknown) => {
    if (key === 'cache_control') marks += 1;
    return value;
  });
  return marks > 4 ? `A maximum of 4 blocks with cache_control may be provided. Found ${marks}.` : undefined;
}
