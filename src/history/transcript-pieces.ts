import { boundText, plural } from '../base/text.js';
import { textTokens } from '../model/estimate-tokens.js';
import type { Message } from '../model/message.js';

/** The most pieces a past is summarised in; of a longer one the beginning is left out. */
const maxPieces = 8;

/** Messages as JSON lines, in pieces of at most about so many tokens. In quotes all of it: it is nothing but data. */
export function transcriptPieces(messages: readonly Message[], tokens: number): readonly string[] {
  const pieces: string[][] = [];
  let room = 0;
  for (const line of messages.flatMap((message) => linesOf(message, Math.max(200, tokens)))) {
    const size = textTokens(line) + 1;
    if (size > room || pieces.length === 0) {
      pieces.push([]);
      room = tokens;
    }
    room -= size;
    pieces.at(-1)?.push(line);
  }
  const left = pieces.length - maxPieces;
  const kept = pieces.slice(-maxPieces).map((lines) => lines.join('\n'));
  if (left <= 0) return kept;
  return kept.map((piece, at) => (at === 0 ? `(${plural(left, 'part')} before this left out)\n${piece}` : piece));
}

function linesOf(message: Message, tokens: number): readonly string[] {
  const most = Math.min(2400, tokens);
  const text = bound(message.text, most);
  if (message.role === 'tool') return [line({ result: message.name, ok: !message.isError, text })];
  if (message.role !== 'assistant') return [line({ [message.role]: text })];
  return [
    ...(text === '' ? [] : [line({ assistant: text })]),
    ...message.calls.map((call) => line({ call: call.name, arguments: bound(call.arguments, Math.min(800, most)) })),
  ];
}

const line = (value: object): string => JSON.stringify(value);
const bound = (text: string, max: number): string => boundText(text, max, (left) => ` [… ${left} characters …] `);
