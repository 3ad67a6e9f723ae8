import { defineDialect } from '../../define-dialect.js';
import { escapeMarkup } from '../../markup.js';
import type { Body, BodyEnd, Opener } from '../../read/grammar.js';
import { type Reading, Stops } from '../../read/input.js';
import { readJson } from '../../value/json-reading.js';
import { readArguments } from '../../value/named-call.js';
import { toolCallJson } from '../hermes.js';
import { rawTaggedResults } from '../render-results.js';
import { formPrompt } from '../tools-prompt.js';
import { type CallsWriter, eachCall } from '../write-calls.js';
import { CallSeries } from './call-series.js';
import { startsNameChild } from './name-child.js';
import { type CallEnd, cutShort, OpenCall } from './open-call.js';

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
      const next = yield* input.following([close, '<name>']);
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
      const next = yield* input.following([close, open, '<name>']);
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
export const nestedCall = (name: string): Opener => ({
  text: `<${name}>`,
  starts: startsNameChild(false),
  read: createNestedCalls(`</${name}>`, `<${name}>`),
});

/** The calls in this tag. */
export const writeNestedCalls = (tag: string): CallsWriter =>
  eachCall(
    ({ name, arguments: args }) =>
      `<${tag}>\n<name>${name}</name>\n<arguments>${escapeMarkup(args)}</arguments>\n</${tag}>`,
    { join: '\n' },
  );

const openers = ['tool_call', 'longcat_tool_call', 'function_call'].map(nestedCall);

/** `<name>` and `<arguments>` with JSON, in `<tool_call>`: a format any model can be asked for. */
export const nestedXml = defineDialect({
  name: 'nested_xml',
  title: '<name> and JSON <arguments> in <tool_call>',
  entries: ['B15'],
  aliases: ['y_agent_xml'],
  models: ['any prompted model'],
  sample: '<tool_call><name>zip</name><arguments>{"level": 6}</arguments></tool_call>',
  grammar: {
    openers: [...openers, toolCallJson()],
    strays: ['</tool_call>', '</arguments>'],
    results: ['<tool_response>', '<tool_result>'],
  },
  inAuto: openers,
  renderPrompt: formPrompt(
    `<tool_call>
<name>name_of_the_tool</name>
<arguments>{"first_argument": "its value", "second_argument": 2}</arguments>
</tool_call>`,
    'The arguments are one JSON object.',
  ),
  writeCalls: writeNestedCalls('tool_call'),
  renderResults: rawTaggedResults,
});
