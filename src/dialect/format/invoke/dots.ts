import { defineDialect } from '../../define-dialect.js';
import { escapeMarkup, escapeMarkupText } from '../../markup.js';
import { thinkTags, toolCallJson } from '../hermes.js';
import { turnEnds } from '../turn-ends.js';
import { invokeTags } from './invoke-format.js';
import { bareInvoke, foreignSections, invokeSection, sectionCloses } from './invoke-openers.js';
import { invokeHowTo, renderInvokePrompt } from './invoke-prompt.js';
import { writeInvokes } from './write-invokes.js';

const name = 'dots';
const open = '<dots_function_call>';
const close = '</dots_function_call>';
const style = { section: 'dots_function_call' };
const format = { ...invokeTags, layout: 'wrapped', howTo: invokeHowTo(style) } as const;

const section = invokeSection(name, open, format);

/** The other body of the same tag. */
const json = toolCallJson(name, { tag: style.section });

/** `<dots_function_call>` around `<invoke>`, or around JSON. */
export const dots = defineDialect({
  name,
  title: '<invoke> with <parameter> in <dots_function_call>',
  entries: ['B11'],
  aliases: ['dots.llm', 'dots1'],
  models: ['dots.llm'],
  sample: `${open}\n<invoke name="pin_message">\n<parameter name="id">88</parameter>\n</invoke>\n${close}`,
  grammar: {
    openers: [
      section,
      json,
      ...foreignSections(name, style.section, format),
      bareInvoke(name, '', { ...format, close: sectionCloses }),
    ],
    thoughts: thinkTags,
    dropped: [...turnEnds, '<|endofresponse|>'],
    strays: [close],
    results: ['<dots_function_result'],
  },
  inAuto: [section, json],
  renderPrompt: (tools) => renderInvokePrompt(tools, style),
  writeCalls: (calls) => writeInvokes(calls, style),
  renderResults: (results) => [
    {
      role: 'user',
      text: results
        .map(({ name: tool, text, isError }) => {
          const attributes = `name=${escapeMarkup(JSON.stringify(tool))}${isError ? ' error="true"' : ''}`;
          return `<dots_function_result ${attributes}>\n${escapeMarkupText(text)}\n</dots_function_result>`;
        })
        .join('\n'),
    },
  ],
});
