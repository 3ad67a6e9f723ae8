import { defineDialect } from '../../define-dialect.js';
import type { DialectResult } from '../../dialect.js';
import { escapeMarkupText } from '../../markup.js';
import { thinkTags } from '../hermes.js';
import { turnEnds } from '../turn-ends.js';
import { invokeTags } from './invoke-format.js';
import { bareInvoke, foreignSections, invokeSection, sectionCloses } from './invoke-openers.js';
import { invokeHowTo, renderInvokePrompt } from './invoke-prompt.js';
import { writeInvokes } from './write-invokes.js';

const name = 'anthropic_xml';
const style = { section: 'function_calls' };
const format = {
  ...invokeTags,
  layout: 'wrapped',
  howTo: invokeHowTo(style),
} as const;

/** The sections that nobody else reads. */
const openers = [
  ...['', 'antml:'].flatMap((prefix) => [
    invokeSection(name, `<${prefix}function_calls>`, format),
    bareInvoke(name, prefix, { ...format, close: [`</${prefix}function_calls>`, ...sectionCloses] }),
  ]),
  invokeSection(name, '<minimax:function_calls>', format),
];

/**
 * `<function_calls><invoke name="…"><parameter name="…">…`: what Claude was first prompted with, and what models that
 * learned from it write unasked; the older form with `<tool_name>` and `<parameters>` is read as well.
 */
export const anthropicXml = defineDialect({
  name,
  title: '<invoke> with <parameter> in <function_calls>',
  entries: ['B13'],
  aliases: ['function_calls', 'invoke', 'generic_xml', 'claude'],
  models: ['models that imitate Claude', 'any model that is prompted with it'],
  sample:
    '<function_calls>\n<invoke name="tag">\n<parameter name="color">teal</parameter>\n</invoke>\n</function_calls>',
  grammar: {
    openers: [...openers, ...foreignSections(name, style.section, format)],
    thoughts: thinkTags,
    dropped: turnEnds,
    strays: ['</function_calls>', '</function_calls>'],
    results: ['<function_results>', '<function_result>'],
  },
  inAuto: openers,
  renderPrompt: (tools) => renderInvokePrompt(tools, style),
  writeCalls: (calls) => writeInvokes(calls, style),
  renderResults: (results) => [
    { role: 'user', text: `<function_results>\n${results.map(renderResult).join('\n')}\n</function_results>` },
  ],
});

function renderResult({ name: tool, text, isError }: DialectResult): string {
  const tag = isError ? 'error' : 'stdout';
  const lines = [`<tool_name>${escapeMarkupText(tool)}</tool_name>`, `<${tag}>`, escapeMarkupText(text), `</${tag}>`];
  return ['<result>', ...lines, '</result>'].join('\n');
}
