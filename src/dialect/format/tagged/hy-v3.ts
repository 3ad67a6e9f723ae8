import { defineDialect } from '../../define-dialect.js';
import type { Body, BodyEnd, Opener, Starts } from '../../read/grammar.js';
import { type Reading, Stops } from '../../read/input.js';
import { thinkTags } from '../marks.js';
import { rawTaggedResults } from '../render-results.js';
import { eachCall, membersOf } from '../write-calls.js';
import { readArgumentPairs } from './argument-pairs.js';
import { CallSeries } from './call-series.js';
import { pairTags } from './pair-tags.js';

/** Reads calls up to the close of their section, or one call where the tag of the section is missing. */
function createReader({ section }: { readonly section: boolean }): (body: Body) => Reading<BodyEnd> {
  return function* read(body) {
    const { input, calls } = body;
    const series = new CallSeries(body);
    const suffix = (yield* input.until(greater, 64)).text;
    input.at += 1;
    const tags = pairTags(suffix);
    if (section) {
      yield* input.space();
      series.begin();
      input.at += tags.callOpen.length;
    } else series.begin(body.opener.length + suffix.length + 1);
    for (;;) {
      const separator = `<tool_sep${suffix}>`;
      const end = yield* readArgumentPairs(body, { tags, untyped: 'text', separator, hint });
      series.ended(end);
      if (end === 'lost') return series.close('lost');
      const next = yield* input.following([tags.sectionClose, tags.callOpen]);
      if (next.what === tags.sectionClose) {
        input.at += next.end;
        return series.close('closed');
      }
      if (next.what !== tags.callOpen) {
        if (section && end === 'made') calls.repair(`A ${tags.sectionClose} was missing.`);
        if (next.what === 'end' && section) yield* input.toEnd();
        return series.close('closed');
      }
      yield* input.space();
      series.begin();
      input.at += tags.callOpen.length;
    }
  };
}

/** Whether the rest of the tag follows, a name, and what only stands behind names in this format. */
function startsCall(section: boolean): Starts {
  return (ahead, { ended }) => {
    const wait = ended ? false : undefined;
    const tag = /^((?::[\w.-]{1,32})?)>\s*/.exec(ahead);
    if (tag === null) return /^(?::[\w.-]{0,32})?$/.test(ahead) ? wait : false;
    const [whole, suffix = ''] = tag;
    const inner = section ? pairTags(suffix).callOpen : '';
    const rest = ahead.slice(whole.length);
    if (!rest.startsWith(inner)) return inner.startsWith(rest) ? wait : false;
    const named = rest.slice(inner.length).trimStart();
    if (named === '') return wait;
    const name = /^[-./0-9:A-Z_a-z\u0080-\uffff]{1,128}\s*/.exec(named)?.[0];
    if (name === undefined) return false;
    const behind = named.slice(name.length);
    // Without a section or a suffix, pairs of keys and values are another format.
    const marks = section || suffix !== '' ? ['<tool_sep', '<arg_key', '</tool_call'] : ['<tool_sep'];
    if (marks.some((mark) => behind.startsWith(mark))) return true;
    return marks.some((mark) => mark.startsWith(behind)) ? wait : false;
  };
}

const opener = (text: '<tool_calls' | '<tool_call'): Opener => ({
  text,
  starts: startsCall(text === '<tool_calls'),
  read: createReader({ section: text === '<tool_calls' }),
});

/** `<tool_call>NAME<tool_sep>` and pairs of keys and values in `<tool_calls>`; some models add a suffix to each tag. */
export const hyV3 = defineDialect({
  name: 'hy_v3',
  title: 'Name, <tool_sep> and <arg_key>/<arg_value> in <tool_calls>',
  entries: ['B9'],
  aliases: ['hunyuan', 'hy3', 'hunyuan_v3'],
  models: ['Hy3', 'Hunyuan V3'],
  sample:
    '<tool_calls><tool_call>tide<tool_sep><arg_key>port</arg_key><arg_value>Brest</arg_value></tool_call></tool_calls>',
  grammar: {
    openers: [opener('<tool_calls'), opener('<tool_call')],
    thoughts: [...thinkTags, { open: '<think:opensource>', close: '</think:opensource>', at: 'line' }],
    strays: ['</tool_calls>', '</tool_call>', '</tool_calls:opensource>'],
    results: ['<tool_response>', '<tool_responses>'],
  },
  writeCalls: eachCall(
    ({ name, arguments: args }) => {
      const pairs = membersOf(args).map(({ key, text }) => `<arg_key>${key}</arg_key><arg_value>${text}</arg_value>`);
      return `<tool_call>${name}<tool_sep>${pairs.join('')}</tool_call>`;
    },
    { open: '<tool_calls>', close: '</tool_calls>' },
  ),
  renderResults: rawTaggedResults,
});

const greater = new Stops(['>']);
const hint =
  'A call is <tool_call>NAME<tool_sep>, pairs of <arg_key>KEY</arg_key><arg_value>VALUE</arg_value>, </tool_call>.';
