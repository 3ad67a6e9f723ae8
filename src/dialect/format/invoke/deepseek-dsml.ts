import { defineDialect, type GrammarDialect } from '../../define-dialect.js';
import type { DialectResult } from '../../dialect.js';
import { escapeMarkupText } from '../../markup.js';
import { thinkTags } from '../hermes.js';
import { turnEnds } from '../turn-ends.js';
import { invokeTags } from './invoke-format.js';
import { bareInvoke, invokeSection } from './invoke-openers.js';
import { invokeHowTo, renderInvokePrompt } from './invoke-prompt.js';
import { writeInvokes } from './write-invokes.js';

/** The bars are wide ones; plain ones stand in prompts of others, and come back from them. */
const prefixes = ['｜DSML｜', '|DSML|'];
const sections = ['function_calls', 'tool_calls'] as const;

interface Version extends Pick<GrammarDialect, 'name' | 'title' | 'aliases' | 'models'> {
  readonly section: (typeof sections)[number];
  readonly results: readonly string[];
  renderResults(results: readonly DialectResult[]): string;
}

/**
 * `<｜DSML｜invoke name="…"><｜DSML｜parameter name="…" string="true|false">`: the attribute says whether a value is text
 * or JSON, so no schema is needed. The versions differ in the word of the section, and in how results look.
 */
function defineDsml({ section, results, renderResults, ...facts }: Version): GrammarDialect {
  const { name } = facts;
  const style = { section: `｜DSML｜${section}`, prefix: '｜DSML｜', typed: true } as const;
  const format = {
    ...invokeTags,
    layout: 'exact',
    howTo: invokeHowTo(style),
  } as const;
  const closes = [...prefixes, ''].flatMap((prefix) => sections.map((word) => `</${prefix}${word}>`));
  const own = [...prefixes.map((prefix) => invokeSection(name, `<${prefix}${section}>`, format))];
  const bare = prefixes.map((prefix) => bareInvoke(name, prefix, { ...format, close: closes }));
  // A server that leaves special tokens out leaves the plain tags.
  const stripped = sections.map((word) => invokeSection(name, `<${word}>`, format));
  const other = prefixes.flatMap((prefix) =>
    sections.filter((word) => word !== section).map((word) => invokeSection(name, `<${prefix}${word}>`, format)),
  );
  return defineDialect({
    ...facts,
    entries: ['B5'],
    sample: [
      `<｜DSML｜${section}>`,
      '<｜DSML｜invoke name="remind">',
      '<｜DSML｜parameter name="text" string="true">water plants</｜DSML｜parameter>',
      '<｜DSML｜parameter name="hour" string="false">7</｜DSML｜parameter>',
      '</｜DSML｜invoke>',
      `</｜DSML｜${section}>`,
    ].join('\n'),
    grammar: {
      openers: [...own, ...other, ...stripped, ...bare, bareInvoke(name, '', { ...format, close: closes })],
      thoughts: thinkTags,
      dropped: turnEnds,
      strays: closes,
      results,
    },
    inAuto: [...own, ...stripped.filter(({ text }) => text === `<${section}>`), ...bare],
    renderPrompt: (tools) => renderInvokePrompt(tools, style),
    writeCalls: (calls) => writeInvokes(calls, style),
    renderResults: (given) => [{ role: 'user', text: renderResults(given) }],
  });
}

const shown = ({ text, isError }: DialectResult): string => escapeMarkupText(isError ? `Error: ${text}` : text);

export const deepseekV32 = defineDsml({
  name: 'deepseek_v32',
  title: 'DSML <invoke> in <｜DSML｜function_calls>',
  aliases: ['deepseekv32', 'deepseek_v3_2', 'deepseek-v3.2', 'dsml'],
  models: ['DeepSeek-V3.2', 'DeepSeek-V3.2-Speciale'],
  section: 'function_calls',
  results: ['<function_results>'],
  renderResults: (results) =>
    ['<function_results>', ...results.map((result) => `<result>${shown(result)}</result>`), '</function_results>'].join(
      '\n',
    ),
});

export const deepseekV4 = defineDsml({
  name: 'deepseek_v4',
  title: 'DSML <invoke> in <｜DSML｜tool_calls>',
  aliases: ['deepseekv4', 'deepseek-v4'],
  models: ['DeepSeek-V4', 'DeepSeek-V4-Flash'],
  section: 'tool_calls',
  results: ['<tool_result>'],
  renderResults: (results) => results.map((result) => `<tool_result>${shown(result)}</tool_result>`).join('\n'),
});
