import type { Body, BodyEnd } from '../../read/grammar.js';
import { type Reading, Stops } from '../../read/input.js';
import { readJson } from '../../value/json-reading.js';
import { readArguments } from '../../value/named-call.js';
import { hasRequired, takesNothing } from '../plain/text-arguments.js';
import { createChannelText } from './channel-text.js';
import { type HarmonyHeader, parseHarmonyHeader } from './harmony-header.js';
import { harmonyTool } from './harmony-names.js';

export const harmonyEnds: readonly string[] = ['<|end|>', '<|return|>', '<|call|>'];

const message = '<|message|>';
const maxHeader = 512;
const headerStops = new Stops([message, '{', ...harmonyEnds]);
const bodyStops = new Stops([...harmonyEnds, '<|start|>', '<|channel|>']);
const readText = createChannelText({
  ends: harmonyEnds,
  next: [
    { token: '<|start|>', before: /^\s*(?:assistant|functions\.|user\b|system\b|to=|[a-z]{0,9}$)/ },
    { token: '<|channel|>', before: /^\s*(?:(?:analysis|commentary|final)\b|[a-z]{0,9}$)/ },
  ],
});

/** Reads one message of a harmony conversation, from its header to the token that ends it. */
export function* readHarmonyMessage(body: Body): Reading<BodyEnd> {
  const end = yield* readMessage(body);
  // White space between two messages belongs to neither.
  if (end === 'closed') yield* body.input.space();
  return end;
}

function* readMessage(body: Body): Reading<BodyEnd> {
  const { input, calls, tools } = body;
  if (body.opener.endsWith(message))
    return yield* readBody(body, parseHarmonyHeader(asChannel(body.opener), body.tools));
  const { text, stop } = yield* input.until(headerStops, maxHeader);
  const header = parseHarmonyHeader(asChannel(body.opener + text), body.tools);
  if (stop === message) {
    input.at += message.length;
    return yield* readBody(body, header);
  }
  if (stop === '{' && header.recipient !== undefined && wholeHeader.test(text)) {
    return yield* readBody(body, {
      ...header,
      repairs: [...header.repairs, `${message} was missing before its arguments`],
    });
  }
  if (stop === undefined && !input.ended) return 'text';
  if (stop === '{') return 'text';
  if (stop !== undefined) input.at += stop.length;
  const name = stop === '<|call|>' && header.recipient !== undefined ? harmonyTool(header.recipient, tools) : undefined;
  if (name !== undefined && tools.has(name) && !hasRequired(name, tools)) {
    return calls.make({ name, arguments: '{}' }, [
      ...header.repairs,
      'it had no arguments, so an empty object was taken',
    ]);
  }
  // The header of a message that never came is no text.
  if (header.recipient !== undefined)
    calls.rejectCall({ name: header.recipient, why: 'the message ended before its arguments' });
  return 'closed';
}

/** A header that lacks nothing but its `<|message|>`. */
const wholeHeader = /(?:^|\s)(?:to=)?[\w.$-]+\s*(?:<\|channel\|>\s*\w+)?\s*(?:<\|constrain\|>)?\s*(?:json|code)?\s*$/;

/** Openers that stand where the header of the channel was begun by the prompt. */
const asChannel = (header: string): string =>
  /^(?:analysis|commentary|final)/.test(header) ? `<|channel|>${header}` : header;

function* readBody(body: Body, header: HarmonyHeader): Reading<BodyEnd> {
  if (header.recipient !== undefined) return yield* readCall(body, header.recipient, header.repairs);
  if (header.channel === 'analysis') yield* readText(body, body.think);
  else {
    // Each message is a paragraph of its own.
    let lead = body.behindText ? '\n' : '';
    yield* readText(body, (text) => {
      body.say(lead + text);
      lead = '';
    });
  }
  return 'closed';
}

function* readCall(body: Body, recipient: string, found: readonly string[]): Reading<BodyEnd> {
  const { input, calls, tools } = body;
  const name = harmonyTool(recipient, tools);
  if (name === undefined) {
    const { stop } = yield* input.until(bodyStops);
    if (stop !== undefined && harmonyEnds.includes(stop)) input.at += stop.length;
    calls.rejectCall({ name: recipient, why: 'it is built into the model and was not offered here' });
    return 'closed';
  }
  yield* input.space();
  const fenced = yield* input.takes('```');
  if (fenced) {
    yield* input.takeWhile(isLetter, 16);
    yield* input.space();
  }
  const char = yield* input.peek();
  const ended = yield* input.seesOne(harmonyEnds);
  if (char === '{') {
    const json = yield* readJson(input, { stops: bodyStops });
    if (!json.ok) return yield* refuse(body, name, json.why);
    yield* input.space();
    if (fenced && (yield* input.takes('```'))) yield* input.space();
    const end = yield* input.seesOne(harmonyEnds);
    if (end !== undefined) input.at += end.length;
    else input.takesCut(harmonyEnds);
    const unfenced = fenced ? ['a code fence around its arguments was left out'] : [];
    const made = calls.make({ name, arguments: json.json }, [...found, ...unfenced, ...json.repairs]);
    if (made === 'closed') yield* skipFiller(body);
    return made;
  }
  if (ended !== undefined || (char === '' && takesNothing(name, tools))) {
    input.at += ended?.length ?? 0;
    return calls.make({ name, arguments: '{}' }, [...found, 'it had no arguments, so an empty object was taken']);
  }
  if (char === '') return yield* refuse(body, name, 'the message ended before its arguments');
  const { text, stop } = yield* input.until(bodyStops);
  const args = readArguments(text);
  if (!args.ok) return yield* refuse(body, name, args.why);
  if (stop === undefined && !text.trim().startsWith('"'))
    return yield* refuse(body, name, 'its arguments are no JSON object');
  if (stop !== undefined && harmonyEnds.includes(stop)) input.at += stop.length;
  return calls.make({ name, arguments: args.text }, [
    ...found,
    'its arguments, a JSON text, were read as the object they hold',
    ...args.repairs,
  ]);
}

/** Behind a call some models write the bare name of its channel, once or more. */
function* skipFiller({ input }: Body): Reading<void> {
  const filler = 'commentary';
  for (;;) {
    yield* input.has(filler.length + 2);
    if (!/^commentary(?:$|\s?<|\s$|co)/.test(input.text.slice(input.at, input.at + filler.length + 2))) return;
    input.at += filler.length;
  }
}

const isLetter = (code: number): boolean => code >= 0x61 && code <= 0x7a;

/** The call ends where its message does. */
function* refuse({ input, calls }: Body, name: string, why: string): Reading<BodyEnd> {
  const { stop } = yield* input.until(bodyStops);
  if (stop !== undefined && harmonyEnds.includes(stop)) input.at += stop.length;
  const hint = 'Write one JSON object between <|message|> and <|call|>.';
  calls.rejectCall({ name, why, hint });
  return stop === undefined ? 'lost' : 'rejected';
}
