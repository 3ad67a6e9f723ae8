import { defineDialect } from '../../define-dialect.js';
import type { AheadContext, Opener, Starts, Wrapper } from '../../read/grammar.js';
import { toolCallJson } from '../hermes.js';
import { rawTaggedResults } from '../render-results.js';
import { startsWith } from '../starts.js';
import { bareTexts, formPrompt } from '../tools-prompt.js';
import { type CallsWriter, eachCall, membersOf } from '../write-calls.js';
import { createFunctionTags } from './function-calls.js';
import { startsNameChild } from './name-child.js';

const wrapper: Wrapper = { open: '<tool_call>', close: '</tool_call>' };

const inFunctionTag = startsWith('<function=', '<function ', '<function>', '< function');
const afterName = startsNameChild(true);

/** Functions behind a tag that wraps them. */
export const wrappedFunctions = (tags: Wrapper): Opener => ({
  text: tags.open,
  starts: startsFunctions,
  read: createFunctionTags(tags),
});

/** A function tag, or `<name>` and parameters without one. */
function startsFunctions(ahead: string, context: AheadContext): boolean | undefined {
  const inTag = inFunctionTag(ahead, context);
  return inTag === false ? afterName(ahead, context) : inTag;
}

/** Functions whose wrapper is missing. `lenient`: of any name, and with JSON in them, which is a format of its own. */
export const bareFunctions = (tags: Wrapper, { lenient }: { readonly lenient: boolean }): Opener => ({
  text: '<function=',
  starts: startsFunction(lenient),
  read: createFunctionTags(tags, { bare: true }),
});

function startsFunction(lenient: boolean): Starts {
  const behindName = lenient
    ? ['<parameter', '< parameter', '</function>', '{']
    : ['<parameter', '< parameter', '</function>'];
  const behind = startsWith(...behindName);
  const parameters = startsWith('<parameter', '< parameter');
  return (ahead, context) => {
    const tag = /^\s*(["']?)([^<>"'\s]{1,128})\1\s*>/.exec(ahead);
    if (tag === null) return context.ended || /[<>\n]/.test(ahead) || ahead.length > 140 ? false : undefined;
    const [whole, , name = ''] = tag;
    const unknown = context.tools.told && !context.tools.has(name);
    if (unknown && !lenient) return false;
    // Prose names functions too; only a call has parameters.
    return (unknown ? parameters : behind)(ahead.slice(whole.length), context);
  };
}

/** The calls as the templates of both families write them. */
export const writeFunctionTags = (tags: Wrapper): CallsWriter =>
  eachCall(
    ({ name, arguments: args }) => {
      const values = membersOf(args).map(({ key, text }) => `<parameter=${key}>\n${text}\n</parameter>\n`);
      return `${tags.open}\n<function=${name}>\n${values.join('')}</function>\n${tags.close}`;
    },
    { join: '\n' },
  );

const wrapped = wrappedFunctions(wrapper);

/** `<function=NAME>` and `<parameter=KEY>` in `<tool_call>`; values are bare text, entities in them are no markup. */
export const qwen3Coder = defineDialect({
  name: 'qwen3_coder',
  title: '<function=…> and <parameter=…> in <tool_call>',
  entries: ['B1'],
  aliases: [
    'step3_5',
    'qwen3_xml',
    'qwen3.5',
    'mimo',
    'step3p5',
    'nemotron_v3',
    'nemotron_3_nano',
    'k_exaone',
    'ui_tars',
  ],
  models: [
    'Qwen3-Coder',
    'Qwen3-Coder-Next',
    'Qwen3.5',
    'MiMo',
    'Step-3.5-Flash',
    'Nemotron 3 Nano',
    'Nemotron 3 Super',
    'K-EXAONE',
  ],
  sample: `<tool_call>
<function=write_note>
<parameter=title>
Groceries
</parameter>
<parameter=pinned>
true
</parameter>
</function>
</tool_call>`,
  grammar: {
    openers: [toolCallJson(), wrapped, bareFunctions(wrapper, { lenient: true })],
    strays: ['</tool_call>', '</function>'],
    results: ['<tool_response>'],
  },
  inAuto: [wrapped, bareFunctions(wrapper, { lenient: false })],
  renderPrompt: formPrompt(
    `<tool_call>
<function=name_of_the_tool>
<parameter=first_argument>
its value
</parameter>
<parameter=second_argument>
a value
of several lines
</parameter>
</function>
</tool_call>`,
    bareTexts,
  ),
  writeCalls: writeFunctionTags(wrapper),
  renderResults: rawTaggedResults,
});
