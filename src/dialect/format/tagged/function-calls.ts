import type { Body, BodyEnd, Wrapper } from '../../read/grammar.js';
import { isWord, type Reading, Stops } from '../../read/input.js';
import { readJson } from '../../value/json-reading.js';
import { readArguments } from '../../value/named-call.js';
import { withoutTagBreaks } from '../../value/tag-breaks.js';
import { CallSeries } from './call-series.js';
import { FunctionValue } from './function-value.js';
import { type CallEnd, cutShort, nameIn, OpenCall } from './open-call.js';

/**
 * Reads `<function=NAME>` with its `<parameter=KEY>` children, behind the tag that wraps them; `bare`: the opener was
 * `<function=` itself. A value loses the line break on each side that the format adds, and nothing else.
 */
export function createFunctionTags(
  wrapper: Wrapper,
  { bare = false }: { readonly bare?: boolean } = {},
): (body: Body) => Reading<BodyEnd> {
  const { open, close } = wrapper;
  const jsonStops = new Stops(['</function>', close, open]);
  const marks: readonly string[] = [...parameters, '</function>', '</parameter>', close, open, ...functions];
  const hint = howTo(wrapper);

  return function* read(body) {
    const { input, calls } = body;
    const series = new CallSeries(body);
    if (!bare) yield* input.space();
    series.begin(bare ? body.opener.length : 0);
    let torn = false;
    let attributes = bare ? `=${yield* tagEnd()}` : yield* header();
    for (;;) {
      const end = yield* readFunction(attributes);
      series.ended(end);
      if (end === 'lost') return series.close('lost');
      const next = yield* input.following(bare ? [close] : [close, ...functions]);
      if (next.what === close) {
        input.at += next.end;
        return series.close('closed');
      }
      if (next.what === 'end' || next.what === 'other') {
        if (bare || end !== 'made') return series.close('closed');
        calls.repair(`A ${close} was missing.`);
        if (next.what === 'end') yield* input.toEnd();
        return series.close('closed');
      }
      yield* input.space();
      series.begin();
      torn = false;
      attributes = yield* header();
    }

    function* header(): Reading<string> {
      for (const text of functions) if (yield* input.takes(text)) return yield* tagEnd();
      return '';
    }

    /** The rest of a tag; its > may be missing where the line ends. */
    function* tagEnd(): Reading<string> {
      const { text, stop } = yield* input.until(tagStops, 256);
      if (stop === '>') input.at += 1;
      else torn = true;
      return stop === undefined ? '' : text;
    }

    function* readFunction(attributes: string): Reading<CallEnd> {
      const closed = /\/\s*$/.test(attributes);
      const name = nameIn(closed ? attributes.replace(/\/\s*$/, '') : attributes) ?? (yield* child('name'));
      const index = calls.place();
      if (index === undefined) return 'lost';
      if (name === undefined || name === '') {
        calls.rejectCall({ why: 'it names no tool', hint });
        return yield* skip('rejected');
      }
      const call = new OpenCall(body, index, { name, untyped: 'text', hint });
      if (bare) call.repairs.add(`${open} was missing before it`);
      if (torn) call.repairs.add(tornTag);
      if (!closed || (yield* input.seesBehindSpace(parameters)) !== undefined) return yield* readParameters(call);
      call.repairs.add('a tag that closes itself was read as a call without arguments');
      return call.finish();
    }

    function* readParameters(call: OpenCall): Reading<CallEnd> {
      for (;;) {
        yield* input.space();
        const mark = yield* input.seesOne(marks);
        if (mark === undefined) {
          const end = yield* readOther(call);
          if (end !== undefined) return end;
        } else if (mark === '</function>') {
          input.at += mark.length;
          return call.finish();
        } else if (mark === '</parameter>') {
          input.at += mark.length;
          call.repairs.add('a </parameter> that closes nothing was left out');
        } else if (parameters.includes(mark)) {
          input.at += mark.length;
          const problem = yield* readParameter(call);
          if (problem === cutShort) return call.lose(cutShort);
          if (problem !== undefined) return yield* skip(call.reject(problem));
        } else {
          call.repairs.add(`</function> was missing before ${mark}`);
          return call.finish();
        }
      }
    }

    function* readParameter(call: OpenCall): Reading<string | undefined> {
      torn = false;
      const attributes = yield* tagEnd();
      if (torn) call.repairs.add(tornTag);
      const inTag = nameIn(attributes);
      const child = inTag === undefined ? yield* keyChild() : undefined;
      const key = inTag ?? child ?? (yield* keyBetweenTags());
      if (key === undefined || key === '') return 'an argument of it has no name';
      if (inTag === undefined) call.repairs.add('the name of an argument stood between the tags');
      const between = child === undefined ? 'between' : 'child';
      const keyStyle = inTag === undefined ? between : /^\s*=/.test(attributes) ? 'equals' : 'attribute';
      const value = new FunctionValue(body, call, { key, wrapper, keyStyle });
      const text = yield* value.read();
      if (text === undefined) return cutShort;
      const bare = withoutValueTag(text);
      if (bare !== text) call.repairs.add('a <value> around a value was left out');
      call.args.setText(key, bare);
      return undefined;
    }

    /** `<parameter><name>KEY</name>VALUE</parameter>`. */
    function* keyChild(): Reading<string | undefined> {
      const seen = yield* input.takesBehindSpace(['<name>']);
      return seen === undefined ? undefined : (yield* textIn('name'))?.trim();
    }

    /** `<parameter>KEY</parameter>VALUE`. */
    function* keyBetweenTags(): Reading<string | undefined> {
      const { text, stop } = yield* input.until(parameterEnd, 128);
      if (stop === undefined) return undefined;
      input.at += stop.length;
      return text.trim();
    }

    /** What stands where a parameter should: a JSON object, an argument as a tag of its own, or the end. */
    function* readOther(call: OpenCall): Reading<CallEnd | undefined> {
      const char = yield* input.peek();
      if (char === '{' && call.args.size === 0) return yield* readJsonBody(call);
      const rest = input.ended ? input.text.slice(input.at) : ' ';
      if (rest === '' || isCut(rest)) {
        yield* input.toEnd();
        call.repairs.add('</function> was missing at the end of the message');
        call.unsure ||= !rest.startsWith('</f');
        const end = call.finish();
        return end === 'rejected' ? 'lost' : end;
      }
      if (input.ended && parameters.some((tag) => tag.startsWith(rest))) return call.lose(cutShort);
      if (char === '<') {
        const key = yield* ownTag(call);
        if (key !== undefined) {
          const text = yield* textIn(key);
          if (text === undefined) return call.lose(cutShort);
          call.args.setText(key, withoutTagBreaks(text));
          call.repairs.add(`<${key}> was read as an argument`);
          return undefined;
        }
      }
      return yield* skip(call.reject('something other than <parameter=…> stands in it'));
    }

    function* readJsonBody(call: OpenCall): Reading<CallEnd> {
      const json = yield* readJson(input, { stops: jsonStops });
      if (!json.ok) return json.broken ? call.lose(json.why) : yield* skip(call.reject(json.why));
      const args = readArguments(json.json);
      if (!args.ok) return yield* skip(call.reject(args.why));
      for (const repair of json.repairs) call.repairs.add(repair);
      call.repairs.add('a JSON object was read as its arguments');
      yield* input.space();
      const mark = yield* input.seesOne(['</function>', close, open]);
      if (mark === '</function>') input.at += mark.length;
      else if (mark !== undefined) call.repairs.add(`</function> was missing before ${mark}`);
      else if (input.takesCut(['</function>', close]) || (yield* input.peek()) === '') {
        call.repairs.add('</function> was missing at the end of the message');
      } else return yield* skip(call.reject('something other than </function> follows its arguments'));
      return call.finish(args.text);
    }

    /** The name of a child that is no parameter: `<action>`, or a tag that is called like an argument. */
    function* ownTag({ args }: OpenCall): Reading<string | undefined> {
      input.at += 1;
      const key = yield* input.takeWhile(isWord, 64);
      if (key !== 'action' && args.schemaOf(key) === undefined) return undefined;
      return (yield* input.takes('>')) ? key : undefined;
    }

    function* child(key: string): Reading<string | undefined> {
      yield* input.space();
      return (yield* input.takes(`<${key}>`)) ? (yield* textIn(key))?.trim() : undefined;
    }

    function* textIn(key: string): Reading<string | undefined> {
      const end = `</${key}>`;
      const { text, stop } = yield* input.until(new Stops([end, '</function>', close]));
      if (stop !== end) return undefined;
      input.at += end.length;
      return text;
    }

    /** Goes to the end of what cannot be used. */
    function* skip(end: CallEnd): Reading<CallEnd> {
      const { stop } = yield* input.until(jsonStops);
      if (stop === undefined) return 'lost';
      if (stop === '</function>') input.at += stop.length;
      return end;
    }

    /** Only a closing tag can have been begun. */
    function isCut(rest: string): boolean {
      return rest === '<' || (rest.length > 1 && ['</function>', close].some((tag) => tag.startsWith(rest)));
    }
  };
}

const functions = ['<function', '< function'] as const;
const parameters: readonly string[] = ['<parameter', '< parameter'];
const tornTag = 'a > that was missing was added';
const tagStops = new Stops(['>', '\n']);
const parameterEnd = new Stops(['</parameter>', '<']);

function withoutValueTag(text: string): string {
  const bare = text.trim();
  const whole = bare.startsWith('<value>') && bare.indexOf('</value>') === bare.length - '</value>'.length;
  return whole ? bare.slice('<value>'.length, -'</value>'.length) : text;
}

export const howTo = ({ open, close }: Wrapper): string =>
  `Write each call as ${open}<function=NAME>, its arguments as <parameter=KEY>VALUE</parameter>, </function>${close}.`;
