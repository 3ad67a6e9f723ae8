import { defineDialect } from '../../define-dialect.js';
import { escapeMarkup } from '../../markup.js';
import type { Body, BodyEnd, Opener } from '../../read/grammar.js';
import { type Reading, Stops } from '../../read/input.js';
import { readJson } from '../../value/json-reading.js';
import { readArguments } from '../../value/named-call.js';
import { thinkTags, toolCallJson } from '../hermes.js';
import { turnEnds } from '../turn-ends.js';
import { writeEach } from '../write-json-calls.js';
import { CallSeries } from './call-series.js';
import { following } from './look-ahead.js';
import { startsNameChild } from './name-child.js';
import { type CallEnd, cutShort, OpenCall } from './open-call.js';
import { renderNestedPrompt, renderToolResponses } from './render-tagged.js';

/** Tags that are read for `<arguments>`. */
const argumentTags = ['arguments', 'parameters', 'args', 'input'] as const;

const hint = 'Write each call as <tool_call><name>NAME</name><arguments>one JSON object</arguments></tool_call>.';

/** Reads `<name>` and `<arguments>` behind a tag that wraps them. */
function createNestedCalls(close: string, open: string): (body: Body) => Reading<BodyEnd> {
  const nameStops = new Stops(['</name>', '<', '\n\n']);
  const callStops = new Stops([close, open]);

  return function* read(body) {
    const { input, calls } = body;
    const series = new CallSeries(body);
    for (;;) {
      const end = yield* readCall();
      series.ended(end);
      if (end === 'lost') return series.close('lost');
      const next = yield* following(input, [close, '<name>']);
      if (next.what === close) {
        input.at += next.end;
        return series.close('closed');
      }
      if (next.what !== '<name>') {
        if (end === 'made') calls.repair(`A ${close} was missing.`);
        if (next.what === 'end') yield* input.toEnd();
        return series.close('closed');
      }
      yield* input.space();
      series.begin();
    }

    function* readCall(): Reading<CallEnd> {
      yield* input.space();
      yield* input.takes('<name>');
      const { text, stop } = yield* input.until(nameStops, 512);
      const index = calls.place();
      if (index === undefined) return 'lost';
      const name = text.trim();
      if (stop !== '</name>' || name === '') {
        calls.rejectCall({ name, why: 'it has no name between <name> and </name>', hint });
        return yield* skip('rejected');
      }
      input.at += stop.length;
      const call = new OpenCall(body, index, { name, untyped: 'json', hint });
      yield* input.space();
      for (const tag of argumentTags) {
        if (!(yield* input.takes(`<${tag}>`))) continue;
        if (tag !== 'arguments') call.repairs.add(`<${tag}> was read as <arguments>`);
        return yield* readArgumentsOf(call, `</${tag}>`);
      }
      if (!(yield* input.sees('{'))) return yield* finishWithout(call);
      call.repairs.add('<arguments> was missing');
      return yield* readArgumentsOf(call, '</arguments>');
    }

    function* readArgumentsOf(call: OpenCall, tagClose: string): Reading<CallEnd> {
      const stops = new Stops([tagClose, close]);
      yield* input.space();
      let raw: string;
      if ((yield* input.peek()) === '{') {
        const json = yield* readJson(input, { stops });
        if (!json.ok) return json.broken ? call.lose(json.why) : yield* skip(call.reject(json.why));
        for (const repair of json.repairs) call.repairs.add(repair);
        raw = json.json;
      } else {
        const { text, stop } = yield* input.until(stops);
        if (stop === undefined) return call.lose(cutShort);
        raw = text;
      }
      const args = readArguments(raw);
      if (!args.ok) return yield* skip(call.reject(`its arguments are wrong: ${args.why}`));
      for (const repair of args.repairs) call.repairs.add(repair);
      yield* input.space();
      const next = yield* input.seesOne([tagClose, close]);
      if (next === tagClose) input.at += tagClose.length;
      else if (next === close) call.repairs.add(`${tagClose} was missing`);
      else if ((yield* input.peek()) === '' || input.takesCut([tagClose, close])) {
        call.repairs.add(`${tagClose} was missing at the end of the message`);
      } else return yield* skip(call.reject(`something other than ${tagClose} follows its arguments`));
      return call.finish(args.text);
    }

    /** Nothing stands behind the name. */
    function* finishWithout(call: OpenCall): Reading<CallEnd> {
      const next = yield* following(input, [close, open, '<name>']);
      if (next.what === 'other') return yield* skip(call.reject('something other than <arguments> follows its name'));
      call.unsure = next.what === 'end';
      if (next.what === open) call.repairs.add(`${close} was missing before ${open}`);
      const end = call.finish();
      return end === 'rejected' ? 'lost' : end;
    }

    function* skip(end: CallEnd): Reading<CallEnd> {
      const { stop } = yield* input.until(callStops);
      return stop === undefined ? 'lost' : end;
    }
  };
}

/** `<name>` and `<arguments>` in this tag. */
export const nestedCall = (dialect: string, name: string): Opener => ({
  dialect,
  text: `<${name}>`,
  at: 'anywhere',
  starts: startsNameChild(false),
  read: createNestedCalls(`</${name}>`, `<${name}>`),
});

const openers = ['tool_call', 'longcat_tool_call', 'function_call'].map((tag) => nestedCall('nested_xml', tag));

/** `<name>` and `<arguments>` with JSON, in `<tool_call>`: a format any model can be asked for. */
export const nestedXml = defineDialect({
  name: 'nested_xml',
  title: '<name> and JSON <arguments> in <tool_call>',
  entries: ['B15'],
  aliases: ['y_agent_xml'],
  models: ['any prompted model'],
  sample: '<tool_call><name>zip</name><arguments>{"level": 6}</arguments></tool_call>',
  grammar: {
    openers: [...openers, toolCallJson('nested_xml')],
    thoughts: thinkTags,
    dropped: turnEnds,
    strays: ['</tool_call>', '</arguments>'],
    results: ['<tool_response>', '<tool_result>'],
  },
  inAuto: openers,
  renderPrompt: renderNestedPrompt,
  writeCalls: (calls) =>
    writeEach(
      calls,
      ({ name, arguments: args }) =>
        `<tool_call>\n<name>${name}</name>\n<arguments>${escapeMarkup(args)}</arguments>\n</tool_call>`,
      '\n',
    ),
  renderResults: (results) => [{ role: 'user', text: renderToolResponses(results) }],
});
