import type { Dialect, DialectCall, DialectEvent, DialectProblem } from '../../src/dialect/dialect.js';

export interface MessageRead {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly DialectCall[];
  readonly problems: readonly DialectProblem[];
}

/** Everything a parser says of a message that comes in these pieces. */
export function readEvents(dialect: Dialect, pieces: Iterable<string>): readonly DialectEvent[] {
  const events: DialectEvent[] = [];
  const parser = dialect.createParser({ tools: [] }, (event) => events.push(event));
  for (const piece of pieces) parser.push(piece);
  parser.end();
  return events;
}

/** The same, put together. */
export function readMessage(dialect: Dialect, pieces: Iterable<string>): MessageRead {
  const events = readEvents(dialect, pieces);
  const joined = (type: 'text' | 'reasoning') =>
    events.map((event) => (event.type === type ? event.text : '')).join('');
  const pick = <Type extends DialectEvent['type']>(type: Type) =>
    events.filter((event): event is Extract<DialectEvent, { type: Type }> => event.type === type);
  return {
    text: joined('text'),
    reasoning: joined('reasoning'),
    calls: pick('call').map(({ name, arguments: args }) => ({ name, arguments: args })),
    problems: pick('problem').map(({ code, message }) => ({ code, message })),
  };
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
