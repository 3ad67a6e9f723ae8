import { defineDialect, type GrammarDialect } from '../../define-dialect.js';
import type { DialectFacts } from '../../dialect.js';
import type { Opener } from '../../read/grammar.js';
import { toolCallJson } from '../hermes.js';
import { createJsonCalls } from '../json-calls.js';
import { bareCalls } from '../message-start.js';
import { rawTaggedResults } from '../render-results.js';
import { bareTexts, formPrompt } from '../tools-prompt.js';
import { eachCall, type Member, membersOf } from '../write-calls.js';
import { readArgumentPairs } from './argument-pairs.js';
import { CallSeries } from './call-series.js';
import { startsPairs } from './pair-start.js';
import { pairTags, pairTurnEnds } from './pair-tags.js';

const hint =
  'A call is <tool_call>NAME, each argument as <arg_key>KEY</arg_key><arg_value>VALUE</arg_value>, </tool_call>.';

const readBare = createJsonCalls({ close: [], selfClosing: true, several: true, howTo: hint });

/** A name, and its arguments as pairs of keys and values. `inline`: with no white space behind the name. */
export const argumentPairs = (inline: boolean): Opener => ({
  text: '<tool_call>',
  starts: startsPairs({ inline }),
  *read(body) {
    const series = new CallSeries(body);
    const end = yield* readArgumentPairs(body, { tags: pairTags(), untyped: 'json', hint });
    series.ended(end);
    return series.close(end === 'lost' ? 'lost' : 'closed');
  },
});

/** `<tool_call>NAME`, with each argument as `<arg_key>` and `<arg_value>` on lines of their own: GLM-4.5 and 4.6. */
const glm45 = glmDialect(
  {
    name: 'glm45',
    title: 'Name and <arg_key>/<arg_value> lines in <tool_call>',
    entries: ['B3'],
    aliases: ['glm', 'glm4_moe', 'glm46'],
    models: ['GLM-4.5', 'GLM-4.5-Air', 'GLM-4.6'],
    sample: write('\n', 'book_room', [
      { key: 'city', text: 'Porto' },
      { key: 'nights', text: '3' },
    ]),
  },
  { between: '\n', auto: 'lines' },
);

/** The same format, written by the Laguna models. */
const poolsideV1 = glmDialect(
  {
    name: 'poolside_v1',
    title: 'Name and <arg_key>/<arg_value> lines in <tool_call>, of Laguna',
    entries: ['B3b'],
    aliases: ['laguna'],
    models: ['Laguna-XS.2', 'Laguna-S-2.1'],
    sample: write('\n', 'open_ticket', [
      { key: 'title', text: 'Lift is stuck' },
      { key: 'floor', text: '4' },
    ]),
  },
  { between: '\n', json: true },
);

/** The same without line breaks: GLM-4.7, GLM-5 and Ling 3. Each of the two dialects reads both. */
const glm47 = glmDialect(
  {
    name: 'glm47',
    title: 'Name and <arg_key>/<arg_value> inline in <tool_call>',
    entries: ['B4'],
    aliases: ['glm5', 'glm52', 'ling3', 'glm47_moe'],
    models: ['GLM-4.7', 'GLM-4.7-Flash', 'GLM-5', 'Ling 3'],
    sample: write('', 'set_lamp', [
      { key: 'room', text: 'attic' },
      { key: 'on', text: 'false' },
    ]),
  },
  { between: '', auto: 'inline' },
);

export const glmDialects = [glm47, glm45, poolsideV1];

interface GlmOptions {
  /** What stands between the parts of a call. */
  readonly between: '' | '\n';
  /** Which calls are known as those of the dialect when none is named. */
  readonly auto?: 'lines' | 'inline';
  /** They also write JSON without a tag. */
  readonly json?: true;
}

function glmDialect(facts: DialectFacts, { between, auto, json }: GlmOptions): GrammarDialect {
  return defineDialect({
    ...facts,
    grammar: {
      openers: [toolCallJson(), argumentPairs(false), ...(json ? [bareCalls('object', readBare)] : [])],
      dropped: pairTurnEnds,
      strays: ['</tool_call>'],
      results: ['<tool_response>'],
    },
    inAuto: auto === undefined ? [] : [argumentPairs(auto === 'inline')],
    renderPrompt: formPrompt(
      [
        '<tool_call>name_of_the_tool',
        '<arg_key>first_argument</arg_key>',
        '<arg_value>its value</arg_value>',
        '<arg_key>second_argument</arg_key>',
        '<arg_value>its value</arg_value>',
        '</tool_call>',
      ].join(between),
      bareTexts,
    ),
    writeCalls: eachCall(({ name, arguments: args }) => write(between, name, membersOf(args)), { join: between }),
    renderResults: rawTaggedResults,
  });
}

/** One call as the template writes it. */
function write(between: '' | '\n', name: string, members: readonly Pick<Member, 'key' | 'text'>[]): string {
  const pairs = members.map(
    ({ key, text }) => `<arg_key>${key}</arg_key>${between}<arg_value>${text}</arg_value>${between}`,
  );
  return `<tool_call>${name}${between}${pairs.join('')}</tool_call>`;
}
