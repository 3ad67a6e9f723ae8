import { defineDialect } from '../../define-dialect.js';
import { escapeMarkup } from '../../markup.js';
import type { AheadContext, Body, BodyEnd, Opener } from '../../read/grammar.js';
import { type Reading, Stops } from '../../read/input.js';
import { readJson } from '../../value/json-reading.js';
import { type CallKeys, readNamedCall } from '../../value/named-call.js';
import { resultContent } from '../render-results.js';
import { eachCall } from '../write-calls.js';
import { createChannelText } from './channel-text.js';

const model = '<|message_model|>';
const thinking = '<|content_thinking|>';
const plain = '<|content_text|>';
const invokeJson = '<|content_invoke_tool_json|>';
const invokeText = '<|content_invoke_tool_text|>';
const toolError = '<|content_tool_error|>';
const kinds = [thinking, plain, invokeJson, invokeText, toolError];
const ends = ['<|end_message|>', '<|content_model_end_sampling|>'];

const keys: CallKeys = { name: ['name'], arguments: ['args', 'arguments', 'parameters'], id: ['id'] };
const headerStops = new Stops([...kinds, ...ends, model, '\n\n']);
const blockStops = new Stops([...ends, model, ...kinds]);
const readText = createChannelText({ ends, next: [model, ...kinds].map((token) => ({ token, before: /^/ })) });

/** Reads one block: who speaks, what kind of content it is, and the content. */
function* readBlock(body: Body): Reading<BodyEnd> {
  const end = yield* readWhole(body);
  if (end === 'closed') yield* body.input.space();
  return end;
}

function* readWhole(body: Body): Reading<BodyEnd> {
  const { input } = body;
  const kind = kinds.find((one) => body.opener.endsWith(one));
  if (kind !== undefined) return yield* readContent(body, kind, body.opener.slice(0, -kind.length));
  const { text, stop } = yield* input.until(headerStops, 256);
  if (stop === undefined) return input.ended ? 'closed' : 'text';
  if (stop === '\n\n') return 'text';
  if (stop === model) return 'closed';
  input.at += stop.length;
  return ends.includes(stop) ? 'closed' : yield* readContent(body, stop, text);
}

function* readContent(body: Body, kind: string, header: string): Reading<BodyEnd> {
  const { input, calls, tools } = body;
  if (kind === invokeJson) return yield* readCall(body);
  if (kind === thinking) {
    yield* readText(body, body.think);
    return 'closed';
  }
  const name = header.trim();
  if (kind === invokeText && name !== '' && (tools.has(name) || !tools.told)) {
    const { text, stop } = yield* input.until(blockStops);
    if (stop === undefined || !ends.includes(stop)) {
      calls.rejectCall({ name, why: 'the message ended in the middle of it', hint: howTo });
      return stop === undefined ? 'lost' : 'rejected';
    }
    input.at += stop.length;
    return calls.make({ name, arguments: JSON.stringify({ text }) });
  }
  let lead = body.behindText ? '\n' : '';
  yield* readText(body, (text) => {
    body.say(lead + text);
    lead = '';
  });
  return 'closed';
}

function* readCall(body: Body): Reading<BodyEnd> {
  const { input, calls } = body;
  yield* input.space();
  const json = (yield* input.peek()) === '{' ? yield* readJson(input, { stops: blockStops }) : undefined;
  const read = json?.ok
    ? readNamedCall(json.json, json.value, keys)
    : { ok: false as const, why: json?.why ?? 'there is no JSON object in it' };
  yield* input.space();
  const end = yield* input.seesOne(ends);
  if (end !== undefined) input.at += end.length;
  if (!read.ok || !json?.ok) {
    const name = read.ok ? read.call.name : read.name;
    calls.rejectCall({ name, why: read.ok ? 'it cannot be read' : read.why, hint: howTo });
    const cut = end === undefined && json?.ok !== true;
    if (cut) return (yield* input.until(blockStops)).stop === undefined ? 'lost' : 'rejected';
    return 'rejected';
  }
  const repairs = [...json.repairs, ...read.repairs];
  if (end === undefined) {
    const cut = (yield* input.peek()) === '' || input.takesCut(ends);
    const next = yield* input.seesOne([model, ...kinds]);
    if (!cut && next === undefined) repairs.push('text behind its JSON is no part of it');
    repairs.push(`${ends[0]} was missing`);
  }
  return calls.make(read.call, repairs);
}

const howTo = `Write each call as ${invokeJson}, one JSON object with "name" and "args", ${ends[0]}.`;

/** The role is followed by a kind of content, behind a name at most. */
function startsBlock(ahead: string, { ended }: AheadContext): boolean | undefined {
  const at = ahead.indexOf('<|');
  if (at === -1) return ended ? ahead.trim() === '' : ahead.includes('\n\n') ? false : undefined;
  const rest = ahead.slice(at);
  if ([...kinds, ...ends, model].some((token) => rest.startsWith(token))) return !ahead.slice(0, at).includes('\n\n');
  if (![...kinds, ...ends, model].some((token) => token.startsWith(rest))) return false;
  return ended ? true : undefined;
}

const blocks: readonly Opener[] = [
  { text: model, starts: startsBlock, read: readBlock },
  ...kinds.map((text) => ({ text, read: readBlock })),
];

/** The prompt may end in the role, or a server leave it out: then the name of the tool stands first. */
const named: Opener = {
  text: ({ names }) => names.flatMap((name) => [`${name}${invokeJson}`, `${name}${invokeText}`]),
  read: readBlock,
};

/** The typed blocks of Inkling: `<|message_model|>`, a kind of content, and `<|end_message|>`, in any order. */
export const inkling = defineDialect({
  name: 'inkling',
  title: 'JSON in <|content_invoke_tool_json|>',
  entries: ['A28'],
  aliases: [],
  models: ['Inkling', 'Inkling-Small'],
  sample: `${model}${thinking}Two steps.${ends[0]}${model}hop${invokeJson}{"name":"hop","args":{"steps":2}}${ends[0]}`,
  grammar: {
    openers: [...blocks, named],
    thoughts: [{ open: thinking, close: '<|end_message|>', at: 'anywhere' }],
    dropped: ends,
    results: ['<|message_tool|>'],
  },
  // Every word of every message would have to be compared with the names.
  inAuto: [...blocks, { ...named, at: 'line' }],
  writeCalls: eachCall(
    ({ name, arguments: args }) =>
      `${model}${name}${invokeJson}${escapeMarkup(`{"name":${JSON.stringify(name)},"args":${args}}`)}${ends[0]}`,
  ),
  renderResults: (results) =>
    results.map(({ name, text, isError }) => {
      const kind = isError ? toolError : plain;
      return `<|message_tool|>${name.replace(/[^\w.$-]/g, '_')}${kind}${escapeMarkup(resultContent(text))}${ends[0]}`;
    }),
});
