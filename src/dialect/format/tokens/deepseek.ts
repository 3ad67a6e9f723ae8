import { defineDialect, type FormatGrammar } from '../../define-dialect.js';
import type { DialectResult } from '../../dialect.js';
import { escapeMarkup } from '../../markup.js';
import type { Body, Opener } from '../../read/grammar.js';
import { type Reading, Stops } from '../../read/input.js';
import { outputJson } from '../render-results.js';
import { anyName, follows, space, startsAs } from '../starts.js';
import { eachCall } from '../write-calls.js';
import { bareNamedCall } from './bare-call.js';
import { type CallHead, createTokenCall, settleCall } from './token-call.js';
import { createTokenSection, createWordySection, type TokenSection } from './token-section.js';

const callsBegin = '<｜tool▁calls▁begin｜>';
const callsEnd = '<｜tool▁calls▁end｜>';
const callBegin = '<｜tool▁call▁begin｜>';
const callEnd = '<｜tool▁call▁end｜>';
const sep = '<｜tool▁sep｜>';
const sentenceEnd = '<｜end▁of▁sentence｜>';

/** Distilled models spell the token in these ways too. */
const callsBeginSlips = [
  '<｜tool_calls_begin｜>',
  '<｜tool calls begin｜>',
  '<｜tool\\_calls\\_begin｜>',
  '<｜tool▁calls｜>',
];

const howTo = `Write each call as ${callBegin}, its name, ${sep}, one JSON object, ${callEnd}.`;
const beforeObject = { oneOf: [sep, '{', '```', '\n```', '\n{', callEnd] };
const startsCall = follows(space, anyName, beforeObject);

/** What the older generation writes in its place. */
const startsFenced = follows(space, { maybe: callBegin }, space, 'function', space, sep, space, anyName);

const startsWordyFenced = follows({ upTo: callBegin }, space, 'function', space, sep, space, anyName);

const calls: TokenSection = {
  callOpen: callBegin,
  callClose: callEnd,
  close: [callsEnd],
  next: [sentenceEnd],
  bareCall: `function${sep}`,
  head,
  howTo,
};
const read = createTokenSection(calls);
const readWordy = createWordySection(calls);

/** `functionNAME` and a fence with JSON: the same without any special token. */
const fencedWithoutTokens: Opener = {
  text: ({ names }) => names.map((name) => `function${name}`),
  starts: follows({ maybe: '\r' }, '\n```', { maybe: 'json' }, space, '{'),
  *read(body) {
    return settleCall(body, yield* readFenced(body), howTo);
  },
};

const readFenced = createTokenCall({ head: nameInOpener, behind: ['```'] }, { streams: true });

/** Both generations are read under the name of either: a model asked in one writes the other at times. */
const deepseekGrammar: FormatGrammar = {
  openers: [
    {
      text: callsBegin,
      starts: startsAs(follows(space, { oneOf: [callBegin, callsEnd] }), follows(space, anyName, sep)),
      read,
    },
    { text: callsBegin, starts: follows({ upTo: callBegin }, space, anyName, sep), read: readWordy },
    ...callsBeginSlips.map((text) => ({
      text,
      starts: startsAs(follows(space, callBegin), follows(space, 'function', sep)),
      read,
    })),
    { text: callBegin, starts: startsCall, read },
    fencedWithoutTokens,
    bareNamedCall,
  ],
  dropped: [sentenceEnd, '<｜Assistant｜>'],
  strays: [callEnd, callsEnd],
  results: ['<｜tool▁outputs▁begin｜>', '<｜tool▁output▁begin｜>'],
};

/** Of all these only what is surely of the older generation: for the rest its name would be wrong. */
const fencedOpeners: readonly Opener[] = [
  ...[callsBegin, ...callsBeginSlips, callBegin].map((text): Opener => ({ text, starts: startsFenced, read })),
  { text: callsBegin, starts: startsWordyFenced, read: readWordy },
  fencedWithoutTokens,
];

const renderOutput = (result: DialectResult): string =>
  `<｜tool▁output▁begin｜>${outputJson(result)}<｜tool▁output▁end｜>`;

const nameStops = new Stops([sep, '\n', '`', '{', callEnd, callsEnd]);
const lineStops = new Stops(['\n', '`', '{', callEnd, callsEnd]);

/** `function`, the separator and a line with the name; or the name and the separator. */
function* head({ input, tools }: Body): Reading<CallHead> {
  yield* input.space();
  const first = yield* input.until(nameStops, 512);
  const word = first.text.trim();
  if (first.stop === undefined) return { ok: false, why: 'the message ended before its arguments' };
  if (first.stop !== sep) return { ok: true, name: word, repairs: [`${sep} was missing behind its name`] };
  input.at += sep.length;
  if (word !== 'function') return { ok: true, name: word };
  yield* input.space();
  const { text } = yield* input.until(lineStops, 512);
  const name = text.trim();
  if (name !== '') return { ok: true, name, fence: true };
  return { ok: true, name: tools.has(word) || !tools.told ? word : '' };
}

// biome-ignore lint/correctness/useYield: a head that needs no more text
function* nameInOpener({ opener }: Body): Reading<CallHead> {
  return { ok: true, name: opener.slice('function'.length), fence: true };
}

/** Calls with their arguments in a code fence, between tokens with wide bars: DeepSeek V3 and R1. */
const deepseekV3 = defineDialect({
  name: 'deepseek_v3',
  title: 'DeepSeek V3 and R1: JSON in a fence between special tokens',
  entries: ['A2'],
  aliases: ['deepseekv3', 'deepseek_r1', 'deepseek', 'cogito'],
  models: ['DeepSeek-V3-0324', 'DeepSeek-R1', 'DeepSeek-R1-0528', 'Cogito v2'],
  sample: `${callsBegin}${callBegin}function${sep}tides\n\`\`\`json\n{"port": "Brest"}\n\`\`\`${callEnd}${callsEnd}`,
  grammar: deepseekGrammar,
  inAuto: fencedOpeners,
  writeCalls: eachCall(
    ({ name, arguments: args }) =>
      `${callBegin}function${sep}${name}\n\`\`\`json\n${escapeMarkup(args)}\n\`\`\`${callEnd}`,
    { open: callsBegin, join: '\n', close: callsEnd },
  ),
  renderResults: (results) => `<｜tool▁outputs▁begin｜>${results.map(renderOutput).join('\n')}<｜tool▁outputs▁end｜>`,
});

/** The name before the separator and bare JSON behind it: DeepSeek V3.1. */
const deepseekV31 = defineDialect({
  name: 'deepseek_v31',
  title: 'DeepSeek V3.1: a name and JSON between special tokens',
  entries: ['A3'],
  aliases: ['deepseekv31', 'deepseek3', 'deepseek_v3_1'],
  models: ['DeepSeek-V3.1', 'DeepSeek-V3.1-Terminus'],
  sample: `${callsBegin}${callBegin}tide_table${sep}{"port": "Brest"}${callEnd}${callsEnd}`,
  grammar: deepseekGrammar,
  writeCalls: eachCall(({ name, arguments: args }) => `${callBegin}${name}${sep}${escapeMarkup(args)}${callEnd}`, {
    open: callsBegin,
    close: callsEnd,
  }),
  renderResults: (results) => results.map(renderOutput).join(''),
});

export const deepseekDialects = [deepseekV3, deepseekV31];
