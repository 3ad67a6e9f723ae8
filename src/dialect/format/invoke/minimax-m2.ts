import { defineDialect } from '../../define-dialect.js';
import { escapeMarkupText } from '../../markup.js';
import { thinkTags, toolCallJson } from '../hermes.js';
import { turnEnds } from '../turn-ends.js';
import { invokeTags } from './invoke-format.js';
import { bareInvoke, foreignSections, invokeSection, sectionCloses } from './invoke-openers.js';
import { invokeHowTo, renderInvokePrompt } from './invoke-prompt.js';
import { writeInvokes } from './write-invokes.js';

const name = 'minimax_m2';
const open = '<minimax:tool_call>';
const close = '</minimax:tool_call>';
const style = { section: 'minimax:tool_call' };
const format = {
  ...invokeTags,
  layout: 'wrapped',
  howTo: invokeHowTo(style),
} as const;

const section = invokeSection(name, open, format);

/** What models write that were shown JSON elsewhere. */
const json = toolCallJson(name, { tag: style.section });

/** `<minimax:tool_call>` around `<invoke>`; the opening tag is forgotten at times. */
export const minimaxM2 = defineDialect({
  name,
  title: '<invoke> with <parameter> in <minimax:tool_call>',
  entries: ['B6'],
  aliases: ['minimax-m2', 'minimax_m2.1', 'minimax_m2.5'],
  models: ['MiniMax-M2', 'MiniMax-M2.1', 'MiniMax-M2.5'],
  sample: [
    open,
    '<invoke name="play">',
    '<parameter name="song">Aja</parameter>',
    '<parameter name="loop">true</parameter>',
    '</invoke>',
    close,
  ].join('\n'),
  grammar: {
    openers: [
      section,
      json,
      ...foreignSections(name, style.section, format),
      bareInvoke(name, '', { ...format, close: sectionCloses }),
    ],
    thoughts: thinkTags,
    dropped: turnEnds,
    strays: [close],
    results: [']~b]tool'],
  },
  inAuto: [section, json],
  renderPrompt: (tools) => renderInvokePrompt(tools, style),
  writeCalls: (calls) => writeInvokes(calls, style),
  renderResults: (results) => [
    {
      role: 'user',
      text: results
        .map(({ text, isError }) => `<response>${escapeMarkupText(isError ? `Error: ${text}` : text)}</response>`)
        .join('\n'),
    },
  ],
});
