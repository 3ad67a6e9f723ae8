import { type DialectSpec, defineDialect, type GrammarDialect } from '../../define-dialect.js';
import type { DialectResult } from '../../dialect.js';
import { escapeMarkup, escapeMarkupText } from '../../markup.js';
import type { Opener } from '../../read/grammar.js';
import { toolCallJson } from '../hermes.js';
import { turnEnds } from '../marks.js';
import { rawResult } from '../render-results.js';
import { bareInvoke, foreignSections, invokeSection, sectionCloses } from './invoke-openers.js';
import { invokeTags } from './invoke-value.js';
import { type InvokeStyle, invokeHowTo, invokePrompt, writeInvokes } from './write-invokes.js';

interface InvokeDialect
  extends Pick<
    DialectSpec,
    'name' | 'title' | 'entries' | 'aliases' | 'models' | 'sample' | 'inAuto' | 'renderResults'
  > {
  readonly style: InvokeStyle;
  readonly openers: readonly Opener[];
  readonly dropped?: readonly string[];
  readonly strays: readonly string[];
  readonly results: readonly string[];
}

const defineInvokes = ({
  style,
  openers,
  dropped = turnEnds,
  strays,
  results,
  ...spec
}: InvokeDialect): GrammarDialect =>
  defineDialect({
    ...spec,
    grammar: { openers, dropped, strays, results },
    renderPrompt: invokePrompt(style),
    writeCalls: writeInvokes(style),
  });

const wrappedIn = (section: string) => ({ ...invokeTags, layout: 'wrapped', howTo: invokeHowTo({ section }) }) as const;

const plainFormat = wrappedIn('function_calls');

/** The sections that nobody else reads. */
const plainOpeners = [
  ...['', 'antml:'].flatMap((prefix) => [
    invokeSection(`<${prefix}function_calls>`, plainFormat),
    bareInvoke(prefix, { ...plainFormat, close: [`</${prefix}function_calls>`, ...sectionCloses] }),
  ]),
  invokeSection('<minimax:function_calls>', plainFormat),
];

/**
 * `<function_calls><invoke name="…"><parameter name="…">…`: what Claude was first prompted with, and what models that
 * learned from it write unasked; the older form with `<tool_name>` and `<parameters>` is read as well.
 */
const anthropicXml = defineInvokes({
  name: 'anthropic_xml',
  title: '<invoke> with <parameter> in <function_calls>',
  entries: ['B13'],
  aliases: ['function_calls', 'invoke', 'generic_xml', 'claude'],
  models: ['models that imitate Claude', 'any model that is prompted with it'],
  sample:
    '<function_calls>\n<invoke name="tag">\n<parameter name="color">teal</parameter>\n</invoke>\n</function_calls>',
  style: { section: 'function_calls' },
  openers: [...plainOpeners, ...foreignSections('function_calls', plainFormat)],
  inAuto: plainOpeners,
  strays: ['</function_calls>'],
  results: ['<function_results>', '<function_result>'],
  renderResults: (results) =>
    `<function_results>\n${results.map(renderFunctionResult).join('\n')}\n</function_results>`,
});

function renderFunctionResult({ name, text, isError }: DialectResult): string {
  const tag = isError ? 'error' : 'stdout';
  const lines = [`<tool_name>${escapeMarkupText(name)}</tool_name>`, `<${tag}>`, escapeMarkupText(text), `</${tag}>`];
  return ['<result>', ...lines, '</result>'].join('\n');
}

/** What stands in a section of its own: calls, or the JSON that models write which were shown it elsewhere. */
function ownSection(section: string): Pick<InvokeDialect, 'style' | 'openers' | 'inAuto' | 'strays'> {
  const format = wrappedIn(section);
  const own = [invokeSection(`<${section}>`, format), toolCallJson({ tag: section })];
  return {
    style: { section },
    openers: [...own, ...foreignSections(section, format), bareInvoke('', { ...format, close: sectionCloses })],
    inAuto: own,
    strays: [`</${section}>`],
  };
}

/** `<minimax:tool_call>` around `<invoke>`; the opening tag is forgotten at times. */
const minimaxM2 = defineInvokes({
  name: 'minimax_m2',
  title: '<invoke> with <parameter> in <minimax:tool_call>',
  entries: ['B6'],
  aliases: ['minimax-m2', 'minimax_m2.1', 'minimax_m2.5'],
  models: ['MiniMax-M2', 'MiniMax-M2.1', 'MiniMax-M2.5'],
  sample:
    '<minimax:tool_call>\n<invoke name="play">\n<parameter name="song">Aja</parameter>\n' +
    '<parameter name="loop">true</parameter>\n</invoke>\n</minimax:tool_call>',
  ...ownSection('minimax:tool_call'),
  results: [']~b]tool'],
  renderResults: (results) => results.map((result) => `<response>${rawResult(result)}</response>`).join('\n'),
});

/** `<dots_function_call>` around `<invoke>`, or around JSON. */
const dots = defineInvokes({
  name: 'dots',
  title: '<invoke> with <parameter> in <dots_function_call>',
  entries: ['B11'],
  aliases: ['dots.llm', 'dots1'],
  models: ['dots.llm'],
  sample:
    '<dots_function_call>\n<invoke name="pin_message">\n<parameter name="id">88</parameter>\n</invoke>\n</dots_function_call>',
  ...ownSection('dots_function_call'),
  dropped: [...turnEnds, '<|endofresponse|>'],
  results: ['<dots_function_result'],
  renderResults: (results) =>
    results
      .map(({ name, text, isError }) => {
        const attributes = `name=${escapeMarkup(JSON.stringify(name))}${isError ? ' error="true"' : ''}`;
        return `<dots_function_result ${attributes}>\n${escapeMarkupText(text)}\n</dots_function_result>`;
      })
      .join('\n'),
});

/** The bars are wide ones; plain ones stand in prompts of others, and come back from them. */
const prefixes = ['｜DSML｜', '|DSML|'];
const sections = ['function_calls', 'tool_calls'] as const;

interface Dsml extends Pick<InvokeDialect, 'name' | 'title' | 'aliases' | 'models' | 'results' | 'renderResults'> {
  readonly section: (typeof sections)[number];
}

/**
 * `<｜DSML｜invoke name="…"><｜DSML｜parameter name="…" string="true|false">`: the attribute says whether a value is text
 * or JSON, so no schema is needed. The versions differ in the word of the section, and in how results look.
 */
function defineDsml({ section, ...spec }: Dsml): GrammarDialect {
  const style = { section: `｜DSML｜${section}`, prefix: '｜DSML｜', typed: true } as const;
  const format = { ...invokeTags, layout: 'exact', howTo: invokeHowTo(style) } as const;
  const close = [...prefixes, ''].flatMap((prefix) => sections.map((word) => `</${prefix}${word}>`));
  const sectionsOf = (word: string) => prefixes.map((prefix) => invokeSection(`<${prefix}${word}>`, format));
  const own = sectionsOf(section);
  const bare = prefixes.map((prefix) => bareInvoke(prefix, { ...format, close }));
  // A server that leaves special tokens out leaves the plain tags.
  const stripped = sections.map((word) => invokeSection(`<${word}>`, format));
  return defineInvokes({
    ...spec,
    entries: ['B5'],
    sample: [
      `<｜DSML｜${section}>`,
      '<｜DSML｜invoke name="remind">',
      '<｜DSML｜parameter name="text" string="true">water plants</｜DSML｜parameter>',
      '<｜DSML｜parameter name="hour" string="false">7</｜DSML｜parameter>',
      '</｜DSML｜invoke>',
      `</｜DSML｜${section}>`,
    ].join('\n'),
    style,
    openers: [
      ...own,
      ...sections.filter((word) => word !== section).flatMap(sectionsOf),
      ...stripped,
      ...bare,
      bareInvoke('', { ...format, close }),
    ],
    inAuto: [...own, ...stripped.filter(({ text }) => text === `<${section}>`), ...bare],
    strays: close,
  });
}

const deepseekV32 = defineDsml({
  name: 'deepseek_v32',
  title: 'DSML <invoke> in <｜DSML｜function_calls>',
  aliases: ['deepseekv32', 'deepseek_v3_2', 'deepseek-v3.2', 'dsml'],
  models: ['DeepSeek-V3.2', 'DeepSeek-V3.2-Speciale'],
  section: 'function_calls',
  results: ['<function_results>'],
  renderResults: (results) =>
    `<function_results>\n${results.map((result) => `<result>${rawResult(result)}</result>\n`).join('')}</function_results>`,
});

const deepseekV4 = defineDsml({
  name: 'deepseek_v4',
  title: 'DSML <invoke> in <｜DSML｜tool_calls>',
  aliases: ['deepseekv4', 'deepseek-v4'],
  models: ['DeepSeek-V4', 'DeepSeek-V4-Flash'],
  section: 'tool_calls',
  results: ['<tool_result>'],
  renderResults: (results) => results.map((result) => `<tool_result>${rawResult(result)}</tool_result>`).join('\n'),
});

/** Calls and arguments named in attributes. */
export const invokeDialects = [anthropicXml, deepseekV32, deepseekV4, minimaxM2, dots];
