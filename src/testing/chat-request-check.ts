import { type Fields, fieldsOf, isObject, listOf } from './fake-api.js';

/**
 * What OpenAI's own server refuses in a request, in its words; undefined when it would accept it. A conversation that
 * passes here has exactly one result for every call. For a model of DeepSeek also what that server refuses.
 */
export function checkChatRequest(body: unknown): string | undefined {
  if (!isObject(body)) return 'We could not parse the JSON body of your request.';
  const { model, messages } = body;
  if (typeof model !== 'string' || model === '') return 'you must provide a model parameter';
  if (!Array.isArray(messages) || messages.length === 0) {
    return "Invalid 'messages': empty array. Expected an array with minimum length 1.";
  }
  return checkSettings(body, model) ?? checkMessages(messages, model);
}

function checkSettings(body: Fields, model: string): string | undefined {
  const thinks = /^(?:gpt-[5-9]|o\d)/.test(model);
  if (thinks && body['max_tokens'] !== undefined) {
    return "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
  }
  if (/^gpt-[34]/.test(model) && body['reasoning_effort'] !== undefined) {
    return 'Unrecognized request argument supplied: reasoning_effort';
  }
  const { tools, tool_choice: choice } = body;
  const list = listOf(tools);
  const names = list.map((tool) => fieldsOf(fieldsOf(tool)['function'])['name']);
  const bad = names.findIndex((name) => !nameForm.test(String(name)));
  if (bad !== -1) return `Invalid 'tools[${bad}].function.name': string does not match pattern.`;
  if (choice === undefined || choice === 'auto' || choice === 'none') return undefined;
  if (list.length === 0)
    return "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.";
  if (choice === 'required') return undefined;
  const called = fieldsOf(fieldsOf(choice)['function'])['name'];
  return names.includes(called) ? undefined : `Tool choice '${String(called)}' not found in 'tools' parameter.`;
}

function checkMessages(messages: readonly unknown[], model: string): string | undefined {
  let owed = new Set<string>();
  for (const [at, message] of messages.entries()) {
    if (!isObject(message) || !roles.has(String(message['role']))) return `Invalid value for messages[${at}].role.`;
    if (message['role'] === 'tool') {
      const id = String(message['tool_call_id']);
      if (!owed.delete(id))
        return `messages[${at}]: 'tool' must be a response to a preceding message with 'tool_calls' (${id}).`;
      continue;
    }
    if (owed.size > 0) return unanswered(owed);
    const wrong = checkContent(message['content'], `messages[${at}].content`);
    if (wrong !== undefined) return wrong;
    if (message['role'] !== 'assistant') continue;
    if (model.startsWith('deepseek') && typeof message['reasoning_content'] !== 'string') {
      return 'The `reasoning_content` in the thinking mode must be passed back to the API.';
    }
    const calls = listOf(message['tool_calls']);
    const bad = calls.findIndex((call) => !isCall(call));
    if (bad !== -1) return `Invalid 'messages[${at}].tool_calls[${bad}]'.`;
    owed = new Set(calls.map((call) => String(fieldsOf(call)['id'])));
    if (owed.size !== calls.length) return `messages[${at}].tool_calls: two calls have the same id.`;
    const long = [...owed].find((id) => id.length > 40);
    if (long !== undefined && /^(?:gpt-(?!oss)|o\d)/.test(model)) {
      return `Invalid 'messages[${at}].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length ${long.length} instead.`;
    }
  }
  return owed.size > 0 ? unanswered(owed) : undefined;
}

const roles = new Set(['system', 'developer', 'user', 'assistant', 'tool']);
const nameForm = /^[a-zA-Z0-9_-]{1,64}$/;

function isCall(call: unknown): boolean {
  const { type, function: called } = fieldsOf(call);
  const { name, arguments: args } = fieldsOf(called);
  return type === 'function' && nameForm.test(String(name)) && typeof args === 'string';
}

function checkContent(content: unknown, place: string): string | undefined {
  for (const [at, part] of listOf(content).entries()) {
    const { type, image_url: image } = fieldsOf(part);
    if (type === 'text') continue;
    const url = String(fieldsOf(image)['url']);
    if (type !== 'image_url' || !/^(?:https?:|data:image\/\w+;base64,[A-Za-z0-9+/=]+$)/.test(url)) {
      return `Invalid value: '${String(type)}' for '${place}[${at}]'.`;
    }
  }
  return undefined;
}

function unanswered(owed: ReadonlySet<string>): string {
  return `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${[...owed].join(', ')}`;
}
