import { randomText } from '../../../base/id.js';
import { defineDialect } from '../../define-dialect.js';
import { escapeMarkup } from '../../markup.js';
import type { Body, BodyEnd, Opener } from '../../read/grammar.js';
import { type Reading, Stops } from '../../read/input.js';
import { outputJson } from '../render-results.js';
import { follows, isDigit, space } from '../starts.js';
import { eachCall } from '../write-calls.js';
import { type CallHead, createTokenCall, settleCall } from './token-call.js';
import { createTokenSection } from './token-section.js';

const sectionBegin = '<|tool_calls|>';
const sectionEnd = '<|calls|>';
const callBegin = '<|tool_call:begin|>';
const callName = '<|tool_call:name|>';
const callArguments = '<|tool_call:args|>';
const callEnd = '<|tool_call:end|>';

const howTo = `Write each call as ${callBegin}ID${callName}NAME${callArguments}, one JSON object, ${callEnd}.`;
const idLength = 10;

/** What a message that is no reasoning begins with. */
const answerMarks = ['<|begin|>assistant', '<|content|>'];

const read = createTokenSection({
  callOpen: callBegin,
  callClose: callEnd,
  close: [sectionEnd],
  next: ['<|end|>', '<|flush|>'],
  bareCall: callName,
  head,
  howTo,
});
const isIdCode = (code: number): boolean => isDigit(code) || (code >= 0x61 && code <= 0x7a);
const notMark = (code: number): boolean => code !== 0x3c && code !== 0x0a;

const withTokens: readonly Opener[] = [
  {
    text: sectionBegin,
    starts: follows(space, { oneOf: [callBegin, callName, sectionEnd] }),
    read,
  },
  {
    text: callBegin,
    starts: follows({ run: notMark }, { oneOf: [callName, callArguments] }),
    read,
  },
];

/** Id, name and arguments glued together: what is left when the special tokens were taken away. */
const withoutTokens: Opener = {
  text: ({ told }) => (told ? [...'abcdefghijklmnopqrstuvwxyz0123456789'] : []),
  at: 'line',
  starts(ahead, { tools, ended }) {
    const id = ahead.slice(0, idLength - 1);
    for (let at = 0; at < id.length; at += 1) if (!isIdCode(id.charCodeAt(at))) return false;
    const rest = ahead.slice(idLength - 1);
    if (tools.names.some((name) => rest.startsWith(`${name}{`))) return true;
    return !ended && tools.names.some((name) => `${name}{`.startsWith(rest)) ? undefined : false;
  },
  *read(body): Reading<BodyEnd> {
    return settleCall(body, yield* readGlued(body), howTo);
  },
};

/** The id first, then the name, then JSON: Solar Open. */
export const solarOpen = defineDialect({
  name: 'solar_open',
  title: 'Solar Open: an id, a name and JSON between special tokens',
  entries: ['A31'],
  aliases: ['solar', 'solar_open_100b'],
  models: ['Solar-Open-100B'],
  sample: `${sectionBegin}${callBegin}k3v9x0q2mz${callName}next_bus${callArguments}{"line": 12}${callEnd}${sectionEnd}`,
  grammar: {
    openers: [...withTokens, withoutTokens],
    thoughts: [{ open: '<|think|>', close: '<|end|>', at: 'anywhere', endedBy: answerMarks }],
    dropped: [...answerMarks, '<|end|>', '<|flush|>'],
    strays: [callEnd, sectionEnd],
    results: ['<|tool_response|>', '<|begin|>tool', '<|tool_response:begin|>'],
  },
  inAuto: withTokens,
  createId: () => randomText(idLength),
  writeCalls: eachCall(
    ({ id = randomText(idLength), name, arguments: args }) =>
      `${callBegin}${id}${callName}${name}${callArguments}${escapeMarkup(args)}${callEnd}`,
    { open: sectionBegin, close: sectionEnd },
  ),
  renderResults: (results) =>
    results.map((result) => {
      const head = `<|tool_response:begin|>${result.id ?? ''}<|tool_response:name|>${result.name}`;
      return `${head}<|tool_response:result|>${outputJson(result)}<|tool_response:end|>`;
    }),
});

const idStops = new Stops([callName, callArguments, '{', callEnd]);
const nameStops = new Stops([callArguments, '{', callEnd]);

function* head({ input }: Body): Reading<CallHead> {
  const first = yield* input.until(idStops, 512);
  const repairs: string[] = [];
  let id: string | undefined;
  let { text, stop } = first;
  if (stop === callName) {
    input.at += callName.length;
    id = text.trim();
    ({ text, stop } = yield* input.until(nameStops, 512));
  } else repairs.push(`${callName} was missing before its name`);
  if (stop === undefined) return { ok: false, why: 'the message ended before its arguments' };
  if (stop === callArguments) input.at += stop.length;
  else repairs.push(`${callArguments} was missing before its arguments`);
  return { ok: true, name: text.trim(), repairs, ...(id !== undefined && id !== '' && { id }) };
}

const readGlued = createTokenCall({ head: gluedHead, behind: ['\n\n'] }, { streams: true });

function* gluedHead({ input, opener }: Body): Reading<CallHead> {
  const { text } = yield* input.until(nameStops, 512);
  const glued = opener + text;
  return { ok: true, id: glued.slice(0, idLength), name: glued.slice(idLength) };
}
