/**
 * What OpenAI's own server refuses in the messages of a request, in its words; undefined when it would accept them. A
 * conversation that passes here has exactly one result for every call.
 */
export function checkChatRequest(body: unknown): string | undefined {
  if (!isObject(body)) return 'We could not parse the JSON body of your request.';
  if (typeof body['model'] !== 'string' || body['model'] === '') return 'you must provide a model parameter';
  const { messages } = body;
  if (!Array.isArray(messages) || messages.length === 0) {
    return "Invalid 'messages': empty array. Expected an array with minimum length 1.";
  }
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
    if (message['role'] !== 'assistant') continue;
    const calls = Array.isArray(message['tool_calls']) ? (message['tool_calls'] as unknown[]) : [];
    owed = new Set(calls.map((call) => String(isObject(call) ? call['id'] : undefined)));
    if (owed.size !== calls.length) return `messages[${at}].tool_calls: two calls have the same id.`;
  }
  return owed.size > 0 ? unanswered(owed) : undefined;
}

const roles = new Set(['system', 'developer', 'user', 'assistant', 'tool']);

function unanswered(owed: ReadonlySet<string>): string {
  return `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${[...owed].join(', ')}`;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
