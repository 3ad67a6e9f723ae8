import { type Fields, fieldsOf, isObject, listOf } from './fake-api.js';
import { sealOf } from './fake-openai-responses-answer.js';

/**
 * What OpenAI's own server refuses in a request for a response, in its words; undefined when it would accept it. A
 * conversation that passes here has exactly one result for every call, behind it.
 */
export function checkResponsesRequest(body: unknown): string | undefined {
  if (!isObject(body)) return 'We could not parse the JSON body of your request.';
  const unknown = Object.keys(body).find((key) => !parameters.has(key));
  if (unknown !== undefined) return `Unknown parameter: '${unknown}'.`;
  const { model, input, max_output_tokens: limit } = body;
  if (typeof model !== 'string' || model === '') return "Missing required parameter: 'model'.";
  if (typeof limit === 'number' && limit < 16) {
    return `Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got ${limit} instead.`;
  }
  const tools = checkTools(body);
  if (tools !== undefined) return tools;
  const thinking = checkThinking(body, model);
  if (thinking !== undefined) return thinking;
  if (typeof input === 'string') return undefined;
  return Array.isArray(input) ? checkItems(input, body) : "Missing required parameter: 'input'.";
}

const parameters = new Set(
  'model input instructions tools tool_choice parallel_tool_calls max_output_tokens reasoning include store stream stream_options temperature top_p metadata text truncation user previous_response_id service_tier safety_identifier prompt_cache_key'.split(
    ' ',
  ),
);
const nameForm = /^[a-zA-Z0-9_-]{1,64}$/;

function checkTools({ tools, tool_choice: choice }: Fields): string | undefined {
  const list = listOf(tools);
  for (const [at, tool] of list.entries()) {
    if (!isObject(tool) || tool['type'] !== 'function') return `Invalid value for 'tools[${at}].type'.`;
    const { name, parameters: schema } = tool;
    if (typeof name !== 'string') return `Missing required parameter: 'tools[${at}].name'.`;
    if (!nameForm.test(name)) return `Invalid 'tools[${at}].name': string does not match pattern.`;
    if (!isObject(schema) || schema['type'] !== 'object' || refusedAtTop.some((key) => key in schema)) {
      return `Invalid schema for function '${name}': schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.`;
    }
  }
  if (choice === undefined || choice === 'auto' || choice === 'none') return undefined;
  if (list.length === 0) return `Tool choice '${JSON.stringify(choice)}' must be specified with 'tools' parameter.`;
  if (choice === 'required') return undefined;
  const { type, name: named } = fieldsOf(choice);
  const offered = type === 'function' && list.some((tool) => fieldsOf(tool)['name'] === named);
  return offered ? undefined : `Tool choice '${JSON.stringify(choice)}' not found in 'tools' parameter.`;
}

const refusedAtTop = ['oneOf', 'anyOf', 'allOf', 'enum', 'not'];

/** The models of before could not think. */
function checkThinking({ reasoning, include }: Fields, model: string): string | undefined {
  if (!/^gpt-[34]/.test(model)) return undefined;
  if (isObject(reasoning)) return "Unsupported parameter: 'reasoning.effort' is not supported with this model.";
  const asked = listOf(include).includes('reasoning.encrypted_content');
  return asked ? 'Encrypted content is not supported with this model.' : undefined;
}

function checkItems(input: readonly unknown[], { model, store }: Fields): string | undefined {
  if (input.length === 0) return "Invalid 'input': empty array. Expected an array with minimum length 1.";
  const calls = { owed: new Set<string>(), known: new Set<string>() };
  for (const [at, item] of input.entries()) {
    if (!isObject(item)) return `Invalid type for 'input[${at}]'.`;
    const wrong = checkItem(item, `input[${at}]`) ?? checkOrder(item, calls);
    if (wrong !== undefined) return wrong;
    const unread = item['type'] === 'reasoning' ? checkReasoning(item, String(model), store === false) : undefined;
    if (unread !== undefined) return unread;
  }
  return calls.owed.size > 0 ? unanswered(calls.owed) : undefined;
}

function checkOrder(item: Fields, calls: { readonly owed: Set<string>; readonly known: Set<string> }) {
  const { type = 'message', role } = item;
  const callId = String(item['call_id']);
  if (type === 'function_call_output') {
    return calls.owed.delete(callId)
      ? undefined
      : `No tool call found for function call output with call_id ${callId}.`;
  }
  if (type === 'message' && role === 'user' && calls.owed.size > 0) return unanswered(calls.owed);
  if (type !== 'function_call') return undefined;
  if (calls.known.has(callId)) return `Duplicate function call with call_id ${callId}.`;
  calls.known.add(callId);
  calls.owed.add(callId);
  return undefined;
}

const unanswered = (owed: ReadonlySet<string>): string =>
  `No tool output found for function call ${[...owed].join(', ')}.`;

function checkItem(item: Fields, place: string): string | undefined {
  const { type = 'message', call_id: callId, name, arguments: args, output, role, content, summary, id } = item;
  switch (type) {
    case 'message':
      if (!roles.has(String(role))) return `Invalid value: '${String(role)}' for '${place}.role'.`;
      return checkContent(content, role === 'assistant', `${place}.content`);
    case 'function_call':
      if (typeof callId !== 'string' || !nameForm.test(callId)) return `Invalid '${place}.call_id'.`;
      if (typeof name !== 'string' || !nameForm.test(name)) return `Invalid '${place}.name'.`;
      return typeof args === 'string' ? undefined : `Invalid type for '${place}.arguments': expected a string.`;
    case 'function_call_output':
      return typeof output === 'string' ? undefined : `Missing required parameter: '${place}.output'.`;
    case 'reasoning':
      if (typeof id !== 'string' || id === '') return `Missing required parameter: '${place}.id'.`;
      return Array.isArray(summary) ? undefined : `Missing required parameter: '${place}.summary'.`;
    default:
      return `Invalid value: '${String(type)}' for '${place}.type'.`;
  }
}

const roles = new Set(['user', 'assistant', 'system', 'developer']);

function checkContent(content: unknown, answer: boolean, place: string): string | undefined {
  if (typeof content === 'string') return undefined;
  if (!Array.isArray(content)) return `Missing required parameter: '${place}'.`;
  for (const [at, part] of content.entries()) {
    const { type, image_url: image } = fieldsOf(part);
    const wanted = answer ? ['output_text', 'refusal'] : ['input_text', 'input_image', 'input_file'];
    if (!wanted.includes(String(type))) return `Invalid value: '${String(type)}' for '${place}[${at}].type'.`;
    if (type === 'input_image' && !/^(?:https?:|data:image\/\w+;base64,[A-Za-z0-9+/=]+$)/.test(String(image))) {
      return `Invalid '${place}[${at}].image_url'. Expected a base64-encoded data URL with an image MIME type.`;
    }
  }
  return undefined;
}

/** Reasoning is either kept at the server, which this one never does, or comes whole and from the same model. */
function checkReasoning({ id, encrypted_content: sealed, summary }: Fields, model: string, stateless: boolean) {
  if (typeof sealed !== 'string') {
    const why = stateless ? ' Items are not persisted when `store` is set to false.' : '';
    return `Item with id '${String(id)}' not found.${why}`;
  }
  const text = listOf(summary)
    .map((part) => String(fieldsOf(part)['text'] ?? ''))
    .join('');
  return sealed === sealOf(model, text)
    ? undefined
    : `The encrypted content ${sealed.slice(0, 12)}... could not be verified. Reason: Encrypted content could not be decrypted or parsed.`;
}
