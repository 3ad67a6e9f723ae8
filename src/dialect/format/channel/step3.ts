import { defineDialect } from '../../define-dialect.js';
import type { DialectResult } from '../../dialect.js';
import type { AheadContext, Body, BodyEnd, Opener } from '../../read/grammar.js';
import { type Reading, Stops } from '../../read/input.js';
import { resultOrError } from '../render-results.js';
import { startsWith } from '../starts.js';
import { eachCall } from '../write-calls.js';
import { attribute } from './attributes.js';
import { createInvoke, writeInvoke } from './invoke-tags.js';
import { sectionParts } from './section-parts.js';

const sectionOpen = '<｜tool_calls_begin｜>';
const sectionClose = '<｜tool_calls_end｜>';
const callOpen = '<｜tool_call_begin｜>';
const callClose = '<｜tool_call_end｜>';
const separator = '<｜tool_sep｜>';
const invoke = '<steptml:invoke';

const sectionStops = new Stops([callOpen, sectionClose]);
const callStops = new Stops([callClose, callOpen, sectionClose]);
const headStops = new Stops([separator, invoke, callClose, callOpen, sectionClose]);
const tags = { prefix: 'steptml:', breaks: true };
const readInvoke = createInvoke({ ...tags, ends: [callClose, sectionClose], untyped: 'text' });
const howTo =
  `Write each call as ${callOpen}function${separator}${invoke} name="…">, ` +
  `its parameters, </steptml:invoke>${callClose}.`;

/** Reads the calls between the tokens of a section, or the one call whose own token opened it. */
function* readSection(body: Body): Reading<BodyEnd> {
  const { input, calls } = body;
  const parts = sectionParts(body);
  const inSection = body.opener === sectionOpen;
  let begun = !inSection;
  let any = false;
  for (;;) {
    if (begun) {
      begun = false;
      any = true;
      const read = yield* readCall(body);
      if (read === 'many') return 'lost';
      if (read === 'lost') {
        yield* parts.lose();
        return 'closed';
      }
      if (read === 'rejected') parts.keep();
      if (!inSection) return 'closed';
    }
    yield* input.space();
    const opens = yield* input.seesOne([callOpen, invoke]);
    if (opens !== undefined) {
      begun = true;
      parts.begin();
      if (opens === callOpen) input.at += callOpen.length;
      continue;
    }
    if (yield* input.takes(sectionClose)) {
      if (any) return 'closed';
      return calls.rejectCall({ why: `there is nothing before ${sectionClose}`, hint: howTo });
    }
    if ((yield* input.peek()) === '' || input.takesCut([sectionClose])) {
      if (any) calls.repair(`${sectionClose} was missing at the end of the message.`);
      else calls.rejectCall({ why: 'the message ended before it', hint: howTo });
      return any ? 'closed' : 'rejected';
    }
    const { text, stop } = yield* input.until(sectionStops);
    if (stop === undefined) {
      if (!any) {
        calls.rejectCall({ why: 'something other than a call follows', hint: howTo });
        return 'lost';
      }
      calls.repair(`${sectionClose} was missing.`);
      body.say(text);
      return 'closed';
    }
    body.say(text);
  }
}

function* readCall(body: Body): Reading<'made' | 'rejected' | 'lost' | 'many'> {
  const { input, calls } = body;
  const repairs: string[] = [];
  const { text, stop } = yield* input.until(headStops, 256);
  const word = text.trim();
  if (stop === separator) input.at += separator.length;
  yield* input.space();
  // Some write the name of the tool before its tag as well.
  if (stop === separator && (yield* input.takeWhile(isNameCode, 128)) !== '') yield* input.space();
  if (!(yield* input.takes(invoke)) || (word !== 'function' && word !== '')) {
    calls.rejectCall({
      why:
        word === 'function' || word === ''
          ? 'there is no call in it'
          : `its kind is ${JSON.stringify(word.slice(0, 40))}, not function`,
      hint: howTo,
    });
    const end = yield* input.until(callStops);
    if (end.stop === callClose) input.at += callClose.length;
    return end.stop === undefined ? 'lost' : 'rejected';
  }
  if (stop !== separator) repairs.push(`${separator} was missing`);
  const read = yield* readInvoke(body);
  if (!read.ok) {
    calls.rejectCall({ name: read.name, why: read.why, hint: howTo });
    if (read.cut) return 'lost';
    yield* input.space();
    yield* input.takes(callClose);
    return 'rejected';
  }
  yield* input.space();
  if (!(yield* input.takes(callClose))) {
    input.takesCut([callClose]);
    repairs.push(`${callClose} was missing`);
  }
  return calls.make(read.call, [...repairs, ...read.repairs]) === 'lost' ? 'many' : 'made';
}

const isNameCode = (code: number): boolean => /[\w.-]/.test(String.fromCharCode(code));

/** A call whose tokens were left out by a server. */
function* readBare(body: Body): Reading<BodyEnd> {
  const read = yield* readInvoke(body);
  if (!read.ok) {
    body.calls.rejectCall({ name: read.name, why: read.why, hint: howTo });
    return read.cut ? 'lost' : 'rejected';
  }
  return body.calls.make(read.call, [...read.repairs, `${callOpen} was missing`]);
}

function startsKnown(ahead: string, { tools, ended }: AheadContext): boolean | undefined {
  const end = ahead.indexOf('>');
  if (end === -1) return ended ? false : undefined;
  const name = attribute(ahead.slice(0, end), 'name');
  return name !== undefined && (tools.told ? tools.has(name) : true);
}

const bare = (text: string): Opener => ({ text, at: 'line', starts: startsKnown, read: readBare });

/** `<steptml:invoke>` between tokens with full-width bars and ASCII underscores, as Step-3 writes it. */
export const step3 = defineDialect({
  name: 'step3',
  title: '<steptml:invoke> in <｜tool_call_begin｜>',
  entries: ['B10'],
  aliases: ['step-3', 'steptml'],
  models: ['Step-3'],
  sample:
    `${sectionOpen}${callOpen}function${separator}<steptml:invoke name="zoom">` +
    `<steptml:parameter name="factor">2</steptml:parameter></steptml:invoke>${callClose}${sectionClose}`,
  grammar: {
    openers: [
      {
        text: sectionOpen,
        starts: startsWith(callOpen, invoke, sectionClose),
        read: readSection,
      },
      { text: callOpen, starts: startsWith('function', separator, invoke), read: readSection },
      bare(invoke),
      bare(`function${invoke}`),
    ],
    dropped: ['<|EOT|>', '<｜end▁of▁sentence｜>'],
    strays: [sectionClose, callClose],
    results: ['<｜tool_outputs_begin｜>'],
  },
  writeCalls: eachCall((call) => `${callOpen}function${separator}${writeInvoke(tags, call, '')}${callClose}`, {
    open: sectionOpen,
    close: sectionClose,
  }),
  renderResults: (results) => `<｜tool_outputs_begin｜>${results.map(renderResult).join('')}<｜tool_outputs_end｜>`,
});

const renderResult = (result: DialectResult): string =>
  `<｜tool_output_begin｜>${resultOrError(result)}<｜tool_output_end｜>`;
