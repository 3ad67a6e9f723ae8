import { fakeSignature } from './fake-anthropic-message.js';
import { type Fields, fieldsOf, isObject, listOf } from './fake-api.js';

interface Speech {
  readonly role: string;
  readonly blocks: readonly Fields[];
}

/**
 * What the server refuses in the messages of a request, in its words. A conversation that passes here has exactly one
 * result for every call, right behind it, and every thought as it was given.
 */
export function checkAnthropicConversation(body: Fields, prefill: boolean): string | undefined {
  const messages = body['messages'] as readonly unknown[];
  const ids = new Set<string>();
  let owed: readonly string[] = [];
  for (const [at, message] of messages.entries()) {
    const speech = speechOf(message);
    if (speech === undefined) return `messages.${at}.role: Input should be 'user' or 'assistant'`;
    const { role, blocks } = speech;
    if (at === 0 && role !== 'user') return 'messages: first message must use the "user" role';
    if (blocks.length === 0) return `messages.${at}: ${role} messages must have non-empty content`;
    for (const [index, block] of blocks.entries()) {
      const wrong = checkBlock(block, role, body);
      if (wrong !== undefined) return `messages.${at}.content.${index}${wrong}`;
    }
    const wrong = checkResults(speech, owed, at);
    if (wrong !== undefined) return wrong;
    owed = blocks.filter(({ type }) => type === 'tool_use').map(({ id }) => String(id));
    if (owed.some((id) => ids.has(id)) || new Set(owed).size !== owed.length) {
      return 'messages: `tool_use` ids must be unique';
    }
    for (const id of owed) ids.add(id);
    if (role === 'assistant' && /thinking$/.test(String(blocks.at(-1)?.['type']))) {
      return `messages.${at}: The final block in an assistant message cannot be \`thinking\`.`;
    }
  }
  if (owed.length > 0) return unanswered(messages.length - 1, owed);
  if (ids.size > 0 && !Array.isArray(body['tools'])) {
    return 'Requests which include `tool_use` or `tool_result` blocks must define tools.';
  }
  return checkEnd(speechOf(messages.at(-1)), prefill);
}

function speechOf(message: unknown): Speech | undefined {
  if (!isObject(message) || (message['role'] !== 'user' && message['role'] !== 'assistant')) return undefined;
  const { role, content } = message;
  if (typeof content === 'string') return { role, blocks: content === '' ? [] : [{ type: 'text', text: content }] };
  return { role, blocks: listOf(content).filter(isObject) };
}

function checkBlock(block: Fields, role: string, body: Fields): string | undefined {
  if (!(places[role] ?? []).includes(String(block['type'])))
    return `.type: Input tag '${String(block['type'])}' is unexpected`;
  switch (block['type']) {
    case 'text':
      return checkText(block['text']);
    case 'image':
      return checkImage(block['source']);
    case 'tool_use':
      return checkCall(block);
    case 'tool_result':
      if (block['is_error'] === true && isEmpty(block['content'])) {
        return '.tool_result: content cannot be empty if `is_error` is true';
      }
      return typeof block['content'] === 'string' ? checkText(block['content']) : undefined;
    default:
      return checkThought(block, body);
  }
}

const places: Readonly<Record<string, readonly string[]>> = {
  user: ['text', 'image', 'tool_result'],
  assistant: ['text', 'tool_use', 'thinking', 'redacted_thinking'],
};

function checkText(text: unknown): string | undefined {
  if (typeof text !== 'string') return '.text: Field required';
  if (text === '') return ': text content blocks must be non-empty';
  return /[^\s\p{Cc}]/u.test(text) ? undefined : ': text content blocks must contain non-whitespace text';
}

function checkImage(source: unknown): string | undefined {
  const { type, media_type: mediaType, data } = fieldsOf(source);
  const fine =
    type === 'base64' &&
    /^image\/(?:png|jpeg|gif|webp)$/.test(String(mediaType)) &&
    /^[A-Za-z0-9+/]+=*$/.test(String(data));
  return fine ? undefined : '.image.source: Could not process image';
}

function checkCall({ id, name, input }: Fields): string | undefined {
  if (!/^[a-zA-Z0-9_-]+$/.test(String(id))) return ".tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'";
  if (!/^[a-zA-Z0-9_-]{1,200}$/.test(String(name))) {
    return ".tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,200}$'";
  }
  return isObject(input) && !Array.isArray(input) ? undefined : '.tool_use.input: Input should be an object';
}

function checkThought({ type, thinking, signature, data, ...more }: Fields, body: Fields): string | undefined {
  const [extra] = Object.keys(more);
  if (extra !== undefined) return `.${String(type)}.${extra}: Extra inputs are not permitted`;
  if (type === 'redacted_thinking') {
    return typeof data === 'string' && data !== '' ? undefined : '.redacted_thinking.data: Field required';
  }
  const signed = typeof thinking === 'string' && signature === fakeSignature(thinking, body);
  return signed ? undefined : ': Invalid `signature` in `thinking` block';
}

function checkResults({ blocks }: Speech, owed: readonly string[], at: number): string | undefined {
  const first = blocks.findIndex(({ type }) => type !== 'tool_result');
  const leading = blocks.slice(0, first === -1 ? blocks.length : first).map(({ tool_use_id: id }) => String(id));
  const results = blocks.filter(({ type }) => type === 'tool_result').map(({ tool_use_id: id }) => String(id));
  const orphan = results.find((id) => !owed.includes(id));
  if (orphan !== undefined) {
    return `messages.${at}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${orphan}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
  }
  const twice = results.find((id, index) => results.indexOf(id) !== index);
  if (twice !== undefined)
    return `messages.${at}: each tool_use must have a single result. Found multiple for ${twice}.`;
  const missing = owed.filter((id) => !leading.includes(id));
  return missing.length > 0 ? unanswered(at - 1, missing) : undefined;
}

const unanswered = (at: number, ids: readonly string[]): string =>
  `messages.${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;

function checkEnd(last: Speech | undefined, prefill: boolean): string | undefined {
  if (last?.role !== 'assistant') return undefined;
  if (!prefill) {
    return 'This model does not support assistant message prefill. The conversation must end with a user message.';
  }
  return /\s$/.test(String(last.blocks.at(-1)?.['text'] ?? ''))
    ? 'messages: final assistant content cannot end with trailing whitespace'
    : undefined;
}

const isEmpty = (content: unknown): boolean =>
  content === undefined || content === '' || (Array.isArray(content) && content.length === 0);
