import type { FormatGrammar } from '../../define-dialect.js';
import type { Body, Opener } from '../../read/grammar.js';
import { type Reading, Stops } from '../../read/input.js';
import { thinkTags } from '../hermes.js';
import { startsAs } from '../starts.js';
import { anyName, follows, space } from './ahead.js';
import { bareNamedCall } from './bare-call.js';
import { type CallHead, createTokenCall, settleCall } from './token-call.js';
import { createTokenSection, createWordySection, type TokenSection } from './token-section.js';

export const callsBegin = '<｜tool▁calls▁begin｜>';
export const callsEnd = '<｜tool▁calls▁end｜>';
export const callBegin = '<｜tool▁call▁begin｜>';
export const callEnd = '<｜tool▁call▁end｜>';
export const sep = '<｜tool▁sep｜>';
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

/** Both generations are read under the name of either: a model asked in one writes the other at times. */
export function deepseekGrammar(dialect: string): FormatGrammar {
  const section = { dialect, at: 'anywhere', read } as const;
  return {
    openers: [
      {
        ...section,
        text: callsBegin,
        starts: startsAs(follows(space, { oneOf: [callBegin, callsEnd] }), follows(space, anyName, sep)),
      },
      { ...section, text: callsBegin, starts: follows({ upTo: callBegin }, space, anyName, sep), read: readWordy },
      ...callsBeginSlips.map((text) => ({
        ...section,
        text,
        starts: startsAs(follows(space, callBegin), follows(space, 'function', sep)),
      })),
      { ...section, text: callBegin, starts: startsCall },
      fencedWithoutTokens(dialect),
      bareNamedCall(dialect),
    ],
    thoughts: thinkTags,
    dropped: [sentenceEnd, '<｜Assistant｜>'],
    strays: [callEnd, callsEnd],
    results: ['<｜tool▁outputs▁begin｜>', '<｜tool▁output▁begin｜>'],
  };
}

/** Of all these only what is surely of the older generation: for the rest its name would be wrong. */
export function fencedOpeners(dialect: string): readonly Opener[] {
  const opens = [callsBegin, ...callsBeginSlips, callBegin];
  return [
    ...opens.map((text): Opener => ({ dialect, text, at: 'anywhere', starts: startsFenced, read })),
    { dialect, text: callsBegin, at: 'anywhere', starts: startsWordyFenced, read: readWordy },
    fencedWithoutTokens(dialect),
  ];
}

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

/** `functionNAME` and a fence with JSON: the same without any special token. */
const fencedWithoutTokens = (dialect: string): Opener => ({
  dialect,
  text: ({ names }) => names.map((name) => `function${name}`),
  at: 'anywhere',
  starts: follows({ maybe: '\r' }, '\n```', { maybe: 'json' }, space, '{'),
  *read(body) {
    const read = yield* readFenced(body);
    if (!read.ok) {
      body.calls.rejectCall({ name: read.name, why: read.why, hint: howTo });
      return read.sure ? 'rejected' : 'lost';
    }
    return settleCall(body, read) ? 'closed' : 'lost';
  },
});

const readFenced = createTokenCall({ head: nameInOpener, behind: ['```'] }, { streams: true });

// biome-ignore lint/correctness/useYield: a head that needs no more text
function* nameInOpener({ opener }: Body): Reading<CallHead> {
  return { ok: true, name: opener.slice('function'.length), fence: true };
}
