import type { Dialect, DialectCall, DialectEvent, DialectProblem, ParserOptions } from '../../src/dialect/dialect.js';

export interface MessageRead {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly DialectCall[];
  readonly problems: readonly (DialectProblem & { readonly at: number })[];
  /** The dialect of its first call. */
  readonly dialect: string | undefined;
}

/** Everything a parser says of a message that comes in these pieces. */
export function readEvents(
  dialect: Dialect,
  pieces: Iterable<string>,
  options: ParserOptions = {},
): readonly DialectEvent[] {
  const events: DialectEvent[] = [];
  const parser = dialect.createParser(options, (event) => events.push(event));
  for (const piece of pieces) parser.push(piece);
  parser.end();
  return events;
}

/** The same, put together. */
export function readMessage(dialect: Dialect, pieces: Iterable<string>, options: ParserOptions = {}): MessageRead {
  let text = '';
  let reasoning = '';
  const calls: DialectCall[] = [];
  const problems: (DialectProblem & { readonly at: number })[] = [];
  let seen: string | undefined;
  for (const event of readEvents(dialect, pieces, options)) {
    if (event.type === 'text') text += event.text;
    else if (event.type === 'reasoning') reasoning += event.text;
    else if (event.type === 'text-was-reasoning') {
      reasoning += text;
      text = '';
    } else if (event.type === 'problem') problems.push({ code: event.code, message: event.message, at: event.at });
    else if (event.type === 'call') {
      seen ??= event.dialect;
      const { id, name, arguments: args } = event;
      calls.push({ ...(id !== undefined && { id }), name, arguments: args });
    }
  }
  return { text, reasoning, calls, problems, dialect: seen };
}

/** What was told of each call before it came: its name and the joined pieces of its arguments, by index. */
export function readStreamed(events: readonly DialectEvent[]): ReadonlyMap<number, DialectCall> {
  const streamed = new Map<number, DialectCall>();
  for (const event of events) {
    if (event.type === 'call-open') streamed.set(event.index, { name: event.name, arguments: '' });
    const open = event.type === 'call-arguments' ? streamed.get(event.index) : undefined;
    if (event.type !== 'call-arguments') continue;
    if (open === undefined) throw new Error(`arguments of a call that was never opened: ${event.index}`);
    streamed.set(event.index, { name: open.name, arguments: open.arguments + event.text });
  }
  return streamed;
}

/** The text cut at these places. */
export function cutAt(text: string, places: readonly number[]): readonly string[] {
  const ends = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
  return [...ends, text.length].map((end, at) => text.slice(ends[at - 1] ?? 0, end));
}

/** In pieces of so many characters. */
export function inPieces(text: string, size: number): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size));
}
