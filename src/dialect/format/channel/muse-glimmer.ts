import { defineDialect } from '../../define-dialect.js';
import type { AheadContext, Body, BodyEnd } from '../../read/grammar.js';
import { type Reading, Stops } from '../../read/input.js';
import type { ToolTable } from '../../read/tool-table.js';
import { resultOrError } from '../render-results.js';
import { eachCall } from '../write-calls.js';
import { createChannelText } from './channel-text.js';
import { startsHeaderOf } from './harmony-starts.js';
import { createInvoke, writeInvoke } from './invoke-tags.js';
import { sectionParts } from './section-parts.js';

const message = '<|message|>';
const open = '<atem:function_calls>';
const close = '</atem:function_calls>';
const invoke = '<atem:invoke';
const ends = ['<|eom|>', '<|eot|>', '<|end_of_text|>'];
const thought = '<|start|>assistant to=self<|message|>';

const headerStops = new Stops([message, ...ends, '\n\n']);
const betweenCalls = new Stops([invoke, open, close, ...ends, '<|start|>']);
const readText = createChannelText({
  ends,
  next: [{ token: '<|start|>', before: /^\s*(?:assistant\b|user\b|system\b|tool\b|to=|[a-z]{0,9}$)/ }],
});
const tags = { prefix: 'atem:', breaks: false };
const readInvoke = createInvoke({
  ...tags,
  ends: [close, ...ends],
  untyped: 'json',
  nameOf: (name, { tools }) => museTool(name, tools),
});

function* readMessage(body: Body): Reading<BodyEnd> {
  const end = yield* readChannel(body);
  if (end === 'closed') yield* body.input.space();
  return end;
}

function* readChannel(body: Body): Reading<BodyEnd> {
  const { input } = body;
  let header = body.opener;
  if (!header.endsWith(message)) {
    const { text, stop } = yield* input.until(headerStops, 256);
    header += text;
    if (stop === '\n\n' || (stop === undefined && !input.ended)) return 'text';
    if (stop !== undefined) input.at += stop.length;
    if (stop !== message) return 'closed';
  }
  const recipient = /\bto=([^\s<]+)/.exec(header)?.[1];
  if (recipient === 'self') yield* readText(body, body.think);
  else if (recipient === 'user' || recipient === undefined) {
    let lead = body.behindText ? '\n' : '';
    yield* readText(body, (text) => {
      body.say(lead + text);
      lead = '';
    });
  } else return yield* readCalls(body);
  return 'closed';
}

/** The body of a tool channel. Calls are made only here. */
function* readCalls(body: Body): Reading<BodyEnd> {
  const { input, calls } = body;
  const parts = sectionParts(body);
  let found = false;
  let isOpen = false;
  const done = (): BodyEnd => {
    if (!found) return refuse(body);
    if (isOpen) calls.repair(`${close} was missing behind the calls.`);
    return 'closed';
  };
  for (;;) {
    yield* input.space();
    if (yield* input.sees(invoke)) {
      parts.begin();
      input.at += invoke.length;
      found = true;
      const read = yield* readInvoke(body);
      if (read.ok) {
        if (calls.make(read.call, read.repairs) === 'lost') return 'lost';
        continue;
      }
      calls.rejectCall({ name: read.name, why: read.why, hint: howTo });
      if (!read.cut) {
        parts.keep();
        continue;
      }
      yield* parts.lose();
      return 'closed';
    }
    const mark = yield* input.seesOne([open, close, ...ends]);
    if (mark !== undefined) {
      input.at += mark.length;
      if (ends.includes(mark)) return done();
      isOpen = mark === open;
      continue;
    }
    if (input.takesCut([close, ...ends])) return done();
    const { text, stop } = yield* input.until(betweenCalls);
    if (text !== '') body.say(text);
    if (stop === undefined || stop === '<|start|>') {
      return found || text === '' ? done() : 'closed';
    }
  }
}

function refuse({ calls }: Body): BodyEnd {
  return calls.rejectCall({ why: 'there is no whole call in the channel of a tool', hint: howTo });
}

const howTo = `Write each call as ${invoke} name="…">, its parameters, </atem:invoke>, between ${open} and ${close}.`;

/** `to=NAME<|message|>` where the prompt has begun the header; any other text is none at the first word. */
function startsBegun(ahead: string, context: AheadContext): boolean | undefined {
  const recipient = /^[^\s<]{0,128}\s?/.exec(ahead)?.[0] ?? '';
  const rest = ahead.slice(recipient.length);
  if (!rest.startsWith(message)) {
    const open = message.startsWith(rest) && (recipient.trim() !== '' || rest === '');
    return open && !context.ended ? undefined : false;
  }
  return startsHeaderOf('muse')(`to=${ahead}`, context);
}

/**
 * The channels of Muse Glimmer: `to=self` is reasoning, `to=user` is the answer, and a message to a tool holds calls in
 * `<atem:invoke>`. The same tags anywhere else are only quoted.
 */
export const museGlimmer = defineDialect({
  name: 'muse_glimmer',
  title: '<atem:invoke> in channels of tools',
  entries: ['B14'],
  aliases: ['muse', 'glimmer', 'muse-glimmer'],
  models: ['Muse Glimmer'],
  sample:
    'to=self<|message|>The lamp is off.<|eom|><|start|>assistant to=lamp.set<|message|><atem:function_calls>\n' +
    '<atem:invoke name="lamp.set">\n<atem:parameter name="on">true</atem:parameter>\n</atem:invoke>\n' +
    '</atem:function_calls><|eom|>',
  grammar: {
    openers: [
      { text: thought, read: readMessage },
      { text: '<|start|>', starts: startsHeaderOf('muse'), read: readMessage },
      { text: 'to=', at: 'line', starts: startsBegun, read: readMessage },
    ],
    thoughts: [
      { open: thought, close: '<|eom|>', at: 'anywhere' },
      { open: thought, close: '<|eom|><|start|>assistant', at: 'anywhere' },
    ],
    dropped: ends,
    results: ['<|start|>tool'],
  },
  writeCalls: eachCall(
    (call) => `<|start|>assistant to=${call.name}${message}${open}\n${writeInvoke(tags, call, '\n')}\n${close}`,
    { join: '<|eom|>' },
  ),
  renderResults: (results) =>
    results.map(
      (result) =>
        `<|start|>tool ${result.name.replace(/[^\w.$-]/g, '_')} to=assistant${message}${resultOrError(result)}<|eom|>`,
    ),
});

/**
 * The tool a Muse model means. It writes a tool without a namespace as `get.get`, and sometimes another namespace than
 * the tool has: then the one tool counts whose last part is the same.
 */
function museTool(name: string, tools: ToolTable): { readonly name: string; readonly repairs: readonly string[] } {
  if (!tools.told || tools.has(name)) return { name, repairs: [] };
  const leaf = lastPart(name);
  if (name === `${leaf}.${leaf}` && tools.has(leaf)) return { name: leaf, repairs: [] };
  const found = tools.has(leaf) ? [leaf] : tools.names.filter((known) => lastPart(known) === leaf);
  const [only] = found;
  if (only === undefined || found.length > 1) return { name, repairs: [] };
  return { name: only, repairs: [`${JSON.stringify(name)} was read as ${JSON.stringify(only)}`] };
}

const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);
