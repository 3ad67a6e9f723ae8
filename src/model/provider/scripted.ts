import { messageOf } from '../../base/error.js';
import type { Message } from '../message.js';
import type { Model, ModelEvent, ModelFailure, ModelRequest, StopReason, Usage } from '../model.js';

export interface ScriptedCall {
  readonly name: string;
  /** Text is sent as it is, also when it is not JSON. */
  readonly arguments: object | string;
  /** Made up as `call_<n>` when absent. */
  readonly id?: string;
}

/** One answer of a scripted model. */
export interface ScriptedRound {
  readonly text?: string;
  readonly reasoning?: string;
  readonly calls?: readonly ScriptedCall[];
  readonly usage?: Usage;
  /** Default: `calls` when there are any, else `answered`. */
  readonly stop?: StopReason;
  /** Ends the round with a failure; what stands beside it was begun and counts for nothing. */
  readonly failure?: ModelFailure;
  /** Into how many pieces the text is cut; default 1. */
  readonly chunks?: number;
  readonly delayMs?: number;
}

export type ScriptedRounds =
  | readonly ScriptedRound[]
  | ((request: ModelRequest, roundIndex: number) => ScriptedRound | undefined);

/** A request as it was when it came. */
export interface ScriptedRequest {
  readonly messageCount: number;
  readonly messages: readonly Message[];
  readonly toolNames: readonly string[];
}

export interface ScriptedModel extends Model {
  /** Every request so far; empty with `record: false`. */
  readonly requests: readonly ScriptedRequest[];
}

export interface ScriptedOptions {
  readonly name?: string;
  /** How much it is said to take in. */
  readonly contextTokens?: number;
  /** Keep a copy of each request; default true. */
  readonly record?: boolean;
}

/** A model that says what it was told to say, round by round: for tests, examples and benches. */
export function scriptedModel(rounds: ScriptedRounds, options: ScriptedOptions = {}): ScriptedModel {
  const requests: ScriptedRequest[] = [];
  const record = options.record ?? true;
  const ids = createIds();
  let next = 0;

  return {
    name: options.name ?? 'scripted',
    undeclared: 'by-name',
    contextTokens: options.contextTokens,
    requests,
    stream(request, emit) {
      const roundIndex = next;
      next += 1;
      if (record) requests.push(snapshot(request));
      if (request.signal.aborted) return ended(emit, cancelled);
      ids.begin(request.messages);
      const round = roundAt(rounds, request, roundIndex);
      if (isFailed(round)) return ended(emit, round.failed);
      const delayMs = round.delayMs ?? 0;
      if (delayMs > 0) return playLater(round, delayMs, request.signal, ids, emit);
      play(round, request.signal, ids, emit);
      return resolved;
    },
  };
}

const resolved = Promise.resolve();
const cancelled: ModelFailure = { kind: 'cancelled', message: 'The request was cancelled.' };

type Emit = (event: ModelEvent) => void;
type Failed = { readonly failed: ModelFailure };

const isFailed = (round: ScriptedRound | Failed): round is Failed => 'failed' in round;

function ended(emit: Emit, failure: ModelFailure): Promise<void> {
  emit({ type: 'failure', failure });
  return resolved;
}

function snapshot({ messages, tools }: ModelRequest): ScriptedRequest {
  return { messageCount: messages.length, messages: messages.slice(), toolNames: tools.map((tool) => tool.name) };
}

/** The round with its arguments as text, or why there is none. */
function roundAt(rounds: ScriptedRounds, request: ModelRequest, index: number): ScriptedRound | Failed {
  try {
    const round = typeof rounds === 'function' ? rounds(request, index) : rounds[index];
    if (round !== undefined) return round.calls?.some(hasObject) === true ? withText(round) : round;
    return failed(
      `The script has no more rounds: request ${index + 1} came. Add a round, or find out why it was sent.`,
    );
  } catch (thrown) {
    return failed(`The script of round ${index + 1} threw: ${messageOf(thrown)}`);
  }
}

const failed = (message: string): Failed => ({ failed: { kind: 'protocol', message } });
const hasObject = (call: ScriptedCall): boolean => typeof call.arguments !== 'string';

function withText(round: ScriptedRound): ScriptedRound {
  const calls = round.calls?.map((call) => ({ ...call, arguments: argumentsText(call) }));
  return calls === undefined ? round : { ...round, calls };
}

function argumentsText({ arguments: args }: ScriptedCall): string {
  return typeof args === 'string' ? args : JSON.stringify(args);
}

async function playLater(round: ScriptedRound, ms: number, signal: AbortSignal, ids: Ids, emit: Emit): Promise<void> {
  await new Promise<void>((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    signal.addEventListener('abort', wake, { once: true });
  });
  if (signal.aborted) emit({ type: 'failure', failure: cancelled });
  else play(round, signal, ids, emit);
}

function play(round: ScriptedRound, signal: AbortSignal, ids: Ids, emit: Emit): void {
  if (round.reasoning !== undefined) emit({ type: 'reasoning', text: round.reasoning });
  if (round.text !== undefined) for (const text of pieces(round.text, round.chunks ?? 1)) emit({ type: 'text', text });
  const calls = round.calls ?? [];
  for (const [index, call] of calls.entries()) {
    emit({ type: 'call-open', index, name: call.name });
    emit({ type: 'call-arguments', index, text: argumentsText(call) });
  }
  if (round.usage !== undefined) emit({ type: 'usage', usage: round.usage });
  const failure = signal.aborted ? cancelled : round.failure;
  if (failure !== undefined) {
    emit({ type: 'failure', failure });
    return;
  }
  for (const [index, call] of calls.entries()) {
    emit({ type: 'call', index, id: ids.of(call), name: call.name, arguments: argumentsText(call) });
  }
  emit({ type: 'stop', reason: round.stop ?? (calls.length > 0 ? 'calls' : 'answered') });
}

/** The text in about `count` pieces, no code point split. */
function pieces(text: string, count: number): readonly string[] {
  if (count <= 1 || text.length <= 1) return [text];
  const points = Array.from(text);
  const size = Math.ceil(points.length / count);
  return Array.from({ length: Math.ceil(points.length / size) }, (_, at) =>
    points.slice(at * size, (at + 1) * size).join(''),
  );
}

interface Ids {
  begin(messages: readonly Message[]): void;
  of(call: ScriptedCall): string;
}

/** Ids that repeat none of the script's own and none of an older conversation's. */
function createIds(): Ids {
  const given = new Set<string>();
  let begun = false;
  let last = 0;
  return {
    begin(messages) {
      if (begun) return;
      begun = true;
      for (const message of messages) {
        if (message.role === 'assistant') for (const call of message.calls) given.add(call.id);
      }
    },
    of(call) {
      if (call.id !== undefined) {
        given.add(call.id);
        return call.id;
      }
      do last += 1;
      while (given.has(`call_${last}`));
      return `call_${last}`;
    },
  };
}
