import type { StopReason, Usage } from '../model/model.js';
import type { ScriptedCall } from '../model/provider/scripted.js';
import type { FakeModelRequest, FakeModelRound } from './fake-model-round.js';

/** What goes over the wire for one request. */
export interface FakeReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly pieces: readonly string[];
  /** Each piece is an event of a stream. */
  readonly streamed?: true;
}

/** One API as the fake server speaks it. */
export interface FakeApi {
  /** Whether a request asks a model for an answer. */
  asks(route: string): boolean;
  /** What else is answered: lists of models and the like. */
  aside?(route: string, request: FakeModelRequest, models: readonly FakeModel[]): FakeReply | undefined;
  /** What the true server refuses in a request, in its words; undefined when it would accept it. */
  check(request: FakeModelRequest): string | undefined;
  /** A whole or streamed answer, without faults of the transport. */
  render(round: FakeModelRound, request: FakeModelRequest, ids: FakeIds): FakeReply;
  error(status: number, message: string, code?: string | null): FakeReply;
}

/** A model the fake server says it has. */
export interface FakeModel {
  readonly name: string;
  readonly contextTokens?: number;
  /** What Ollama says of it: `tools`, `thinking`, `vision`, `completion`. */
  readonly capabilities?: readonly string[];
}

export interface FakeIds {
  /** Counts the answers from 1. */
  readonly answer: number;
  call(call: ScriptedCall, index: number): string;
}

export function jsonReply(status: number, body: object): FakeReply {
  return { status, headers: { 'content-type': 'application/json' }, pieces: [JSON.stringify(body)] };
}

/** An answer: the events of a stream, or one whole object. */
export function answerReply(answer: { readonly events: readonly string[] } | { readonly whole: string }): FakeReply {
  if ('whole' in answer)
    return { status: 200, headers: { 'content-type': 'application/json' }, pieces: [answer.whole] };
  const headers = { 'content-type': 'text/event-stream; charset=utf-8' };
  return { status: 200, headers, pieces: answer.events, streamed: true };
}

/** Pieces of at most `size` UTF-16 units, one more where a code point would be split. */
export function textPieces(text: string, size: number = text.length): string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + Math.max(1, size));
    const unit = text.charCodeAt(end - 1);
    if (unit >= 0xd800 && unit <= 0xdbff && end < text.length) end += 1;
    found.push(text.slice(at, end));
    at = end;
  }
  return found;
}

/** The text of a round in as many pieces as it says. */
export function spokenPieces({ text = '', chunks = 1 }: FakeModelRound): string[] {
  return textPieces(text, Math.max(1, Math.ceil(text.length / Math.max(1, chunks))));
}

export const argumentsText = ({ arguments: args }: ScriptedCall): string =>
  typeof args === 'string' ? args : JSON.stringify(args);

/** Why an answer ends: as the script says, else for its calls. */
export const stopOf = ({ stop, calls = [] }: FakeModelRound): StopReason =>
  stop ?? (calls.length > 0 ? 'calls' : 'answered');

export const usageOf = ({ usage }: FakeModelRound): Usage => usage ?? { inputTokens: 10, outputTokens: 5 };

/** The members of an object of JSON. */
export type Fields = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** The members of what may be no object; it has none then. */
export const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {});

/** The entries of what may be no list; it has none then. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
