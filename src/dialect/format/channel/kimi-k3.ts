import { defineDialect } from '../../define-dialect.js';
import type { DialectCall } from '../../dialect.js';
import type { AheadContext, Body, BodyEnd, Opener } from '../../read/grammar.js';
import { type Reading, Stops } from '../../read/input.js';
import { resultOrError } from '../render-results.js';
import { eachCall, membersOf } from '../write-calls.js';
import { escapeAttribute } from './attributes.js';
import { createChannelText } from './channel-text.js';
import { k3, readK3Call } from './kimi-k3-call.js';
import { sectionParts } from './section-parts.js';

const { open, close, sep } = k3;
const channels = ['think', 'response', 'tools', 'call', 'message'];

const sepStops = new Stops([sep, '\n\n']);
const markStops = new Stops([open, close]);
const readText = createChannelText({
  ends: [],
  next: [
    { token: open, before: /^\s?(?:(?:think|response|tools|call|message)\b|[a-z]{0,8}$)/ },
    { token: close, before: /^\s?(?:(?:response|message|think|tools)\b|[a-z]{0,8}$)/ },
  ],
});

/** Reads a channel, from its name on. */
function* readChannel(body: Body): Reading<BodyEnd> {
  const { input } = body;
  if (body.opener.endsWith(sep)) return yield* readNamed(body, body.opener.slice(0, -sep.length));
  yield* input.space();
  const channel = yield* input.takeWhile(isLetter, 16);
  if (channel === 'call') return yield* readCalls(body, { begun: true });
  if (!(yield* takesSep(body))) return input.ended && input.at === input.text.length ? 'closed' : 'text';
  return yield* readNamed(body, channel);
}

function* readNamed(body: Body, channel: string): Reading<BodyEnd> {
  if (channel === 'tools') return yield* readCalls(body, { begun: false });
  if (channel === 'response') {
    let lead = body.behindText ? '\n' : '';
    yield* readText(body, (text) => {
      body.say(lead + text);
      lead = '';
    });
  } else if (channel === 'think') yield* readText(body, body.think);
  yield* body.input.space();
  return 'closed';
}

/** The end of a channel; a message that was cut off may lack its last mark. */
function* readClose(body: Body): Reading<BodyEnd> {
  const { input } = body;
  yield* input.space();
  yield* input.takeWhile(isLetter, 16);
  const closed = yield* takesSep(body);
  if (closed) yield* input.space();
  return closed || (input.ended && input.at === input.text.length) ? 'closed' : 'text';
}

function* takesSep({ input }: Body): Reading<boolean> {
  const { stop } = yield* input.until(sepStops, 256);
  if (stop !== sep) return false;
  input.at += sep.length;
  return true;
}

function* readCalls(body: Body, { begun }: { readonly begun: boolean }): Reading<BodyEnd> {
  const { input } = body;
  const parts = sectionParts(body);
  const repairs: string[] = begun ? [`${open}tools${sep} was missing`] : [];
  let inCall = begun;
  let any = false;
  for (;;) {
    if (inCall) {
      inCall = false;
      any = true;
      const end = yield* readOne(body, parts, repairs.splice(0));
      if (end !== undefined) return end;
      if (begun) return 'closed';
    }
    yield* input.space();
    const { text, stop } = yield* input.until(markStops);
    if (text.trim() !== '') body.say(text);
    if (stop === undefined) return any ? endOpen(body) : refuse(body);
    if (stop === open && (yield* seesCall(body))) {
      parts.begin();
      input.at += open.length;
      yield* input.space();
      input.at += 'call'.length;
      inCall = true;
      continue;
    }
    input.at += stop.length;
    yield* input.space();
    const word = yield* input.takeWhile(isLetter, 16);
    if (!(yield* takesSep(body))) {
      if (input.ended && input.at === input.text.length) return any ? endOpen(body) : refuse(body);
      if (!any) return refuse(body);
      yield* parts.lose();
      return 'closed';
    }
    if (stop === close && word === 'tools') return any ? 'closed' : refuse(body);
    if (stop === close && word === 'message') return any ? endOpen(body) : refuse(body);
    if (stop === open && word !== 'tools') body.say(`${open}${word}${sep}`);
  }
}

/** Reads a call; answers how the channel ends where no more can follow it. */
function* readOne(
  body: Body,
  parts: ReturnType<typeof sectionParts>,
  repairs: readonly string[],
): Reading<BodyEnd | undefined> {
  const read = yield* readK3Call(body);
  const { calls } = body;
  if (read.ok) return calls.make(read.call, [...repairs, ...read.repairs]) === 'lost' ? 'lost' : undefined;
  calls.rejectCall({ name: read.name, why: read.why });
  if (!read.cut) {
    parts.keep();
    return undefined;
  }
  yield* parts.lose();
  return 'closed';
}

function endOpen({ calls }: Body): BodyEnd {
  calls.repair(`${close}tools${sep} was missing behind the calls.`);
  return 'closed';
}

/** Whether a call opens here: its name may stand behind a few blanks. */
function* seesCall({ input }: Body): Reading<boolean> {
  yield* input.has(open.length + 12);
  return /^<\|open\|>\s{0,8}call/.test(input.text.slice(input.at, input.at + open.length + 12));
}

function refuse({ calls }: Body): BodyEnd {
  return calls.rejectCall({ why: 'there is no whole call in the channel of tools' });
}

const isLetter = (code: number): boolean => code >= 0x61 && code <= 0x7a;

/** The name of a channel, or as much of it as a message that was cut off has. */
function startsName(ahead: string, { ended }: AheadContext): boolean | undefined {
  const rest = ahead.trimStart();
  const word = /^[a-z]*/.exec(rest)?.[0] ?? '';
  if (word.length === rest.length) {
    if (!channels.some((channel) => channel.startsWith(word))) return false;
    return ended ? true : undefined;
  }
  return channels.includes(word) && /^[\s<]/.test(rest.slice(word.length));
}

/**
 * The channels of Kimi K3: `think`, `response`, and `tools` with calls whose arguments say their own type. The prompt
 * ends within `think` or `response`.
 */
export const kimiK3 = defineDialect({
  name: 'kimi_k3',
  title: 'Typed arguments between <|open|> and <|close|>',
  entries: ['B8'],
  aliases: ['kimi-k3', 'k3'],
  models: ['Kimi K3'],
  sample:
    `${open}tools${sep}${open}call tool="zip" index="1"${sep}` +
    `${open}argument key="level" type="number"${sep}6${close}argument${sep}${close}call${sep}${close}tools${sep}`,
  grammar: {
    openers: [
      { text: open, starts: startsName, read: readChannel },
      { text: close, starts: startsName, read: readClose },
      // The prompt may have written the mark before the name of the channel.
      ...['think', 'response', 'tools'].map(
        (name): Opener => ({ text: `${name}${sep}`, at: 'start', read: readChannel }),
      ),
    ],
    thoughts: [
      { open: `${open}think${sep}`, close: `${close}think${sep}`, at: 'anywhere' },
      { open: `${open} think ${sep}`, close: `${close} think ${sep}`, at: 'anywhere' },
    ],
    dropped: ['<|end_of_msg|>'],
    results: [`${open}tool_result`],
  },
  createId: ({ name, position }) => `${name}:${position}`,
  writeCalls: eachCall(writeCall, { open: `${open}tools${sep}`, close: `${close}tools${sep}` }),
  renderResults: (results) =>
    results.map(({ id, name, ...result }) => {
      const known = id === undefined ? '' : ` id="${escapeAttribute(id)}"`;
      const head = `tool_result tool="${escapeAttribute(name)}"${known}`;
      return `${open}${head.replaceAll('<', '')}${sep}${resultOrError(result)}${close}tool_result${sep}`;
    }),
});

function writeCall({ name, arguments: args, position }: DialectCall & { readonly position: number }): string {
  const members = membersOf(args).map(
    ({ key, text, value }) =>
      `${open}argument key="${escapeAttribute(key)}" type="${typeName(value)}"${sep}${text}${close}argument${sep}`,
  );
  const head = `call tool="${escapeAttribute(name)}" index="${position + 1}"`;
  return `${open}${head}${sep}${members.join('')}${close}call${sep}`;
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
