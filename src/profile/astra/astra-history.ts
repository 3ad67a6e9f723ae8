import { parseJson } from '../../base/json.js';
import type { Message, ModelCall } from '../../model/message.js';

/** The most characters of the conversation that a request carries, beside the system message. */
const maxChars = 32_000;

/**
 * What the model is sent of the conversation: of turns that are over the plain words, with results labelled by where they
 * are from, and of all that the newest that fits. A message is rewritten once in its life: providers know it by identity.
 */
export function createAstraHistory(): (messages: readonly Message[]) => readonly Message[] {
  const rewritten = new WeakMap<Message, Message>();
  const once = (message: Message, make: () => Message): Message => {
    const known = rewritten.get(message) ?? make();
    rewritten.set(message, known);
    return known;
  };
  return (messages) => {
    const request = messages.findLastIndex(({ role }) => role === 'user');
    const calls = new Map<string, ModelCall>();
    const told = messages.map((message, at) => {
      if (message.role === 'assistant') for (const call of message.calls) calls.set(call.id, call);
      return at > request ? message : once(message, () => asHistory(message, calls));
    });
    return newestOf(told);
  };
}

function asHistory(message: Message, calls: ReadonlyMap<string, ModelCall>): Message {
  if (message.role === 'assistant') {
    return { role: 'assistant', text: withoutMarkers(message.text), calls: message.calls };
  }
  if (message.role !== 'tool') return message;
  return { ...message, text: `[${labelOf(message.name, calls.get(message.callId))}]\n${message.text}` };
}

function labelOf(name: string, call: ModelCall | undefined): string {
  const args = call === undefined ? undefined : parseJson(call.arguments);
  const path = args?.ok === true && isRecord(args.value) ? args.value['path'] : undefined;
  return name === 'read' && typeof path === 'string' ? `FILE: ${path}` : `TOOL RESULT: ${name}`;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Words without calls, thoughts and told states. */
function withoutMarkers(text: string): string {
  const words = text
    .replace(/<(tool_call|think|state)>[\s\S]*?<\/\1>/gi, '')
    .replace(/<\/?(?:tool_call|think|state)>/gi, '')
    .replace(/^[ \t]*\[?STATE:[^\n\]]*\]?[ \t]*$/gm, '')
    .trim();
  return words === '' ? '[action]' : words;
}

/** The system message, and the newest of the others that fits. The request itself and what was said last always stay. */
function newestOf(messages: readonly Message[]): readonly Message[] {
  const [first, ...rest] = messages;
  const system = first?.role === 'system' ? [first] : [];
  const groups = groupsOf(system.length === 0 ? messages : rest);
  const request = groups.findLastIndex(([message]) => message?.role === 'user');
  let room = maxChars - (request < 0 ? 0 : sizeOf(groups[request] ?? []));
  let isFull = false;
  const kept = groups.filter((_group, at) => at === request || at === groups.length - 1);
  for (let at = groups.length - 1; at >= 0 && !isFull; at -= 1) {
    const group = groups[at] ?? [];
    if (at === request) continue;
    room -= sizeOf(group);
    isFull = room < 0;
    if (!isFull && !kept.includes(group)) kept.push(group);
  }
  if (kept.length === groups.length) return messages;
  return [...system, leftOut, ...groups.filter((group) => kept.includes(group)).flat()];
}

const leftOut: Message = {
  role: 'system',
  text: 'The conversation is longer than what you see: the older part of it was left out.',
};

/** Each message with the results that belong to it: these are sent together or not at all. */
function groupsOf(messages: readonly Message[]): readonly (readonly Message[])[] {
  const groups: Message[][] = [];
  for (const message of messages) {
    const last = groups.at(-1);
    if (message.role === 'tool' && last !== undefined) last.push(message);
    else groups.push([message]);
  }
  return groups;
}

const sizeOf = (group: readonly Message[]): number =>
  group.reduce(
    (sum, message) =>
      sum +
      message.text.length +
      (message.role === 'assistant' ? message.calls.reduce((all, call) => all + call.arguments.length, 0) : 0),
    0,
  );
