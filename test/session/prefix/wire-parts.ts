import { parseTrusted } from '../../../src/base/trusted-json.js';
import type { Api } from '../../../src/model/provider/protocol.js';

type Wire = Readonly<Record<string, unknown>>;

/** A request as templates have models read it: the tools, what the system says, then what was said, piece by piece. */
export function partsOf(api: Api, body: string): readonly string[] {
  const { tools, system, instructions, systemInstruction, messages, input, contents } = parseTrusted(body) as Wire;
  const said = [messages, input, contents].flatMap((list) => (Array.isArray(list) ? (list as readonly Wire[]) : []));
  const head = [tools, system, instructions, systemInstruction].filter((part) => part !== undefined);
  return [...head.map((part) => written(part)), ...said.flatMap(piecesOf)].map((part) => `${api} ${part}`);
}

/** What one message holds, each with its role: whether pieces share a message is nothing to whoever reads them. */
function piecesOf(message: Wire): readonly string[] {
  const { content, parts, ...rest } = message;
  const pieces = Array.isArray(content) ? content : Array.isArray(parts) ? parts : undefined;
  if (pieces === undefined) return [written(message)];
  return pieces.map((piece) => written({ ...rest, piece }));
}

/** Marks for the cache of a server are no part of what it reads. */
const written = (part: unknown): string =>
  JSON.stringify(part, (key, value: unknown) => (key === 'cache_control' ? undefined : value));

/** Where a request does not begin with all of the one before: the first piece of each pair that differs. */
export function breaksIn(requests: readonly (readonly string[])[]): readonly object[] {
  return requests.slice(1).flatMap((next, index) => {
    const before = requests[index] ?? [];
    const at = before.findIndex((part, place) => part !== next[place]);
    return at === -1 ? [] : [{ request: index + 1, at, was: before[at]?.slice(0, 300), is: next[at]?.slice(0, 300) }];
  });
}
