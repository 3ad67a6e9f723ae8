import type { Json } from '../../../base/json.js';
import { defineDialect } from '../../define-dialect.js';
import { escapeMarkup } from '../../markup.js';
import type { Body, BodyEnd, Opener, Thought } from '../../read/grammar.js';
import { type Reading, Stops } from '../../read/input.js';
import type { ToolTable } from '../../read/tool-table.js';
import { fits } from '../../value/typing.js';
import { thinkTags } from '../marks.js';
import { outputJson } from '../render-results.js';
import { anyName, digits, follows, isDigit, space, startsAs } from '../starts.js';
import { eachCall } from '../write-calls.js';
import { type CallHead, createTokenCall, settleCall } from './token-call.js';
import { createTokenSection, createWordySection, type TokenSection } from './token-section.js';

const sectionBegin = '<|tool_calls_section_begin|>';
const sectionEnd = '<|tool_calls_section_end|>';
const callBegin = '<|tool_call_begin|>';
const callEnd = '<|tool_call_end|>';
const argumentBegin = '<|tool_call_argument_begin|>';
/** Some models leave out an s. */
const sectionBeginSlip = '<|tool_call_section_begin|>';
const sectionEndSlip = '<|tool_call_section_end|>';
const turnEnd = '<|im_end|>';
const prefix = 'functions.';

const howTo = `Write each call as ${callBegin}functions.NAME:NUMBER${argumentBegin}, one JSON object, ${callEnd}.`;

/** `functions.NAME:NUMBER`, or a number alone. */
const idAhead = [{ maybe: prefix }, anyName, { maybe: ':' }, { run: isDigit }, space];
const callAhead = follows(space, ...idAhead, { oneOf: [argumentBegin, '{'] });

const section: TokenSection = {
  callOpen: callBegin,
  callClose: callEnd,
  close: [sectionEnd, sectionEndSlip],
  next: [turnEnd],
  bareCall: prefix,
  head,
  howTo,
};
const readSection = createTokenSection(section);
const readWordySection = createWordySection(section);
const wordsAhead = follows({ upTo: callBegin }, space, ...idAhead, { oneOf: [argumentBegin, '{'] });

const withTokens: readonly Opener[] = [
  ...[sectionBegin, sectionBeginSlip].flatMap((text): readonly Opener[] => [
    {
      text,
      starts: startsAs(follows(space, { oneOf: [callBegin, sectionEnd] }), callAhead),
      read: readSection,
    },
    { text, starts: wordsAhead, read: readWordySection },
  ]),
  { text: callBegin, starts: callAhead, read: readSection },
];

/** `functions.NAME:NUMBER{…}`: what is left when the special tokens were taken away. */
const withoutTokens: readonly Opener[] = [
  {
    text: ({ names }) => names.map((name) => `${prefix}${name}:`),
    common: true,
    starts: follows(digits, space, '{'),
    read: readBare,
  },
  {
    text: ({ told }) => (told ? [] : [prefix]),
    at: 'line',
    starts: follows(anyName, ':', digits, '{'),
    read: readBare,
  },
];

const thoughts: readonly Thought[] = [...thinkTags, { open: '◁think▷', close: '◁/think▷', at: 'line' }];

/** Each call carries its id, which holds its name: Kimi K2. */
export const kimiK2 = defineDialect({
  name: 'kimi_k2',
  title: 'Kimi K2: an id with the name and JSON between special tokens',
  entries: ['A5'],
  aliases: ['kimi', 'kimi_k2_5', 'moonshot'],
  models: ['Kimi-K2-Instruct', 'Kimi-K2-Thinking', 'Kimi-K2.5'],
  sample: `${sectionBegin}${callBegin}functions.set_alarm:0${argumentBegin}{"hour": 7}${callEnd}${sectionEnd}`,
  grammar: {
    openers: [...withTokens, ...withoutTokens],
    thoughts,
    dropped: [turnEnd],
    strays: [callEnd, sectionEnd, sectionEndSlip],
    results: ['<|im_system|>tool'],
  },
  createId: ({ name, position }) => `${prefix}${name}:${position}`,
  writeCalls: eachCall(
    ({ id, name, arguments: args, position }) => {
      const own = id !== undefined && nameIn(id, undefined) === name ? id : `${prefix}${name}:${position}`;
      return `${callBegin}${own}${argumentBegin}${escapeMarkup(args)}${callEnd}`;
    },
    { open: sectionBegin, close: sectionEnd },
  ),
  renderResults: (results) =>
    results.map((result) => `## Return of ${result.id ?? result.name}\n${outputJson(result)}`),
});

const idStops = new Stops([argumentBegin, '{', callEnd, sectionEnd, sectionEndSlip]);

function* head({ input, tools }: Body): Reading<CallHead> {
  const { text, stop } = yield* input.until(idStops, 512);
  if (stop === undefined) return { ok: false, why: 'the message ended before its arguments' };
  if (stop === argumentBegin) input.at += stop.length;
  return headOf(
    text.trim(),
    tools,
    stop === argumentBegin ? [] : [`${argumentBegin} was missing before its arguments`],
  );
}

function headOf(id: string, tools: ToolTable, repairs: readonly string[]): CallHead {
  const name = nameIn(id, tools);
  if (name === undefined) return { ok: true, id, name: '', repairs, inferName: (value) => inferName(value, tools) };
  return { ok: true, name, repairs, ...(/:\d+$/.test(id) && { id }) };
}

/** The name an id holds; of `a.b.NAME` the last part when only that is a tool. A number alone holds none. */
function nameIn(id: string, tools: ToolTable | undefined): string | undefined {
  if (/^:?\d*$/.test(id) && tools?.has(id) !== true) return undefined;
  const whole = id.replace(/:\d*$/, '');
  const name = whole.startsWith(prefix) && tools?.has(whole) !== true ? whole.slice(prefix.length) : whole;
  const last = name.slice(name.lastIndexOf('.') + 1);
  return tools !== undefined && !tools.has(name) && tools.has(last) ? last : name;
}

/** The one tool that takes just these arguments. */
function inferName(value: { readonly [key: string]: Json }, tools: ToolTable): string | undefined {
  const [only, ...more] = tools.names;
  if (more.length === 0) return only;
  const keys = Object.keys(value);
  const fitting = tools.names.filter((name) => fits(keys, tools.schemaOf(name) ?? {}));
  return fitting.length === 1 ? fitting[0] : undefined;
}

const readBareCall = createTokenCall({ head: bareHead, behind: [prefix, '\n\n'] }, { streams: true });

function* readBare(body: Body): Reading<BodyEnd> {
  return settleCall(body, yield* readBareCall(body), howTo);
}

function* bareHead({ input, opener, tools }: Body): Reading<CallHead> {
  const { text } = yield* input.until(idStops, 512);
  return headOf(opener + text.trim(), tools, []);
}
