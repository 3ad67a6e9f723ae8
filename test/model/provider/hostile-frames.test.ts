import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/base/json.js';
import type { ModelEvent, ModelFailure } from '../../../src/model/model.js';
import { anthropicProtocol } from '../../../src/model/provider/anthropic/anthropic.js';
import { geminiProtocol } from '../../../src/model/provider/gemini/gemini.js';
import { createOllamaProtocol } from '../../../src/model/provider/ollama/ollama-protocol.js';
import { openAiChatProtocol } from '../../../src/model/provider/openai/openai-chat.js';
import { openAiResponsesProtocol } from '../../../src/model/provider/openai/openai-responses.js';
import type { Protocol } from '../../../src/model/provider/protocol.js';
import { createAnswerBody } from '../../../src/model/provider/transport/answer-body.js';
import { verifies } from '../../requirements.js';

const settings = { numCtx: undefined, think: undefined, keepAlive: '', format: undefined };
const protocols: readonly Protocol[] = [
  anthropicProtocol(),
  createOllamaProtocol(() => settings),
  openAiChatProtocol,
  openAiResponsesProtocol,
  geminiProtocol,
];

/** Values no server should send; an object that cannot be turned into text or a number among them. */
const leaf = fc.oneof(
  fc.constantFrom<Json>(null, true, -1, 0.5, 1e308, 2 ** 53, '', '{}', '{"a"', '\ud800', '[DONE]', 'x'.repeat(300)),
  fc.constantFrom<Json>([], {}, { toString: 1, valueOf: 1 }, [{ toString: null }]),
);
const word = fc.constantFrom('toString', '__proto__', 'error', 'type', 'index', 'id', 'name', 'arguments', 'message');
const anyJson: fc.Arbitrary<Json> = fc.oneof(leaf, fc.array(leaf, { maxLength: 3 }), fc.dictionary(word, leaf));

/** Numbers and objects as only raw text can hold them, and one nested too deep to walk. */
const anyText = fc.constantFrom('1e400', '-0', '9'.repeat(40), '{"a":1,"a":2}', '['.repeat(9000) + ']'.repeat(9000));

const change = fc.record({
  kind: fc.constantFrom('set', 'set', 'drop', 'twice', 'frame-twice', 'frame-dropped', 'frames-swapped', 'frame-added'),
  frame: fc.nat(),
  place: fc.nat(),
  value: anyJson,
});
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

/** The frames of a stream on record. */
function framesOf(text: string): Json[] {
  const lines = text.split('\n').map((line) => line.replace(/^data: /, ''));
  return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Json);
}

function changed(frames: readonly Json[], { kind, frame, place, value }: Change): Json[] {
  const at = frames.length === 0 ? 0 : frame % frames.length;
  const other = frames.length === 0 ? 0 : place % frames.length;
  const copy = [...frames];
  const one = copy[at];
  if (one === undefined || kind === 'frame-added') copy.splice(at, 0, value);
  else if (kind === 'frame-twice') copy.splice(other, 0, one);
  else if (kind === 'frame-dropped') copy.splice(at, 1);
  else if (kind === 'frames-swapped') [copy[at], copy[other]] = [copy[other] ?? null, one];
  else copy[at] = changedWithin(one, place, kind, value);
  return copy;
}

/** The frame with one of its values replaced, left out or said twice. */
function changedWithin(frame: Json, place: number, kind: Change['kind'], value: Json): Json {
  const copy = structuredClone(frame);
  const holders: { holder: Record<string, Json> | Json[]; key: string }[] = [];
  const collect = (holder: Json): void => {
    if (typeof holder !== 'object' || holder === null) return;
    for (const [key, inner] of Object.entries(holder)) {
      holders.push({ holder: holder as Record<string, Json>, key });
      collect(inner);
    }
  };
  collect(copy);
  const found = holders[place % Math.max(1, holders.length)];
  if (found === undefined) return value;
  const { holder, key } = found;
  if (Array.isArray(holder)) {
    if (kind === 'drop') holder.splice(Number(key), 1);
    else if (kind === 'twice') holder.splice(Number(key), 0, structuredClone(holder[Number(key)] ?? null));
    else holder[Number(key)] = value;
  } else if (kind === 'drop') delete holder[key];
  else holder[key] = kind === 'twice' ? [holder[key] ?? null, holder[key] ?? null] : value;
  return copy;
}

/** Puts raw text in the place of a number or a word. */
function withText(body: string, text: string, place: number): string {
  const spots = [...body.matchAll(/(?<=[:[,])(?:-?\d+|null|true|false|"")(?=[,\]}])/g)];
  const spot = spots[place % Math.max(1, spots.length)];
  return spot === undefined ? body : body.slice(0, spot.index) + text + body.slice(spot.index + (spot[0]?.length ?? 0));
}

interface Outcome {
  readonly events: readonly ModelEvent[];
  readonly failure: ModelFailure | undefined;
}

function read(protocol: Protocol, body: string, cut: number): Outcome {
  const events: ModelEvent[] = [];
  const answer = createAnswerBody({ url: 'http://x/v1', model: 'm', protocol }, (event) => events.push(event));
  const bytes = Buffer.from(body);
  const middle = cut % (bytes.length + 1);
  for (const piece of [bytes.subarray(0, middle), bytes.subarray(middle)]) {
    if (piece.length > 0 && answer.push(piece) === 'done') break;
  }
  return { events, failure: answer.end(cut % 2 === 0) };
}

const isEnd = ({ type }: ModelEvent): boolean => type === 'stop' || type === 'failure';
const isCall = ({ type }: ModelEvent): boolean => type === 'call';

/** What holds of every answer, however broken. */
function expectSound({ events, failure }: Outcome): void {
  expect(events.filter(isEnd)).toHaveLength(failure === undefined ? 1 : 0);
  if (failure !== undefined) {
    expect(events.filter(isCall)).toEqual([]);
    expect(failure.message.length).toBeLessThan(1500);
    return;
  }
  const stop = events.at(-1);
  expect(stop?.type).toBe('stop');
  if (stop?.type === 'stop') expect(events.some(isCall)).toBe(stop.reason === 'calls');
  const ids = events.flatMap((event) => (event.type === 'call' ? [event.id] : []));
  expect(new Set(ids).size).toBe(ids.length);
  for (const event of events) {
    if (event.type === 'call') expect([event.id, event.name, typeof event.arguments]).not.toContain('');
    if (event.type === 'text' || event.type === 'reasoning') expect(event.text).not.toBe('');
    if (event.type === 'usage') expect(Object.values(event.usage).every(Number.isSafeInteger)).toBe(true);
    if (event.type === 'problem') expect(event.message.length).toBeLessThan(1500);
  }
}

describe.each(protocols.map((protocol) => [protocol.api, protocol] as const))('any frames of %s', (api, protocol) => {
  const folder = new URL(`../../fixtures/${api}/`, import.meta.url);
  const streams = readdirSync(folder).filter((name) => /\.(?:sse|ndjson)$/.test(name));

  test.each(streams)('made of %s', (name) => {
    verifies('models.robust.hostile-frames');
    const frames = framesOf(readFileSync(new URL(name, folder), 'utf8'));
    const write = (frame: Json): string =>
      protocol.framing === 'lines' ? `${JSON.stringify(frame)}\n` : `data: ${JSON.stringify(frame)}\n\n`;
    const changes = fc.array(change, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(changes, fc.option(anyText), fc.nat(), (wanted, text, cut) => {
        const body = wanted.reduce(changed, frames).map(write).join('');
        expectSound(read(protocol, text === null ? body : withText(body, text, cut), cut));
      }),
      { numRuns: 120 },
    );
  });
});
