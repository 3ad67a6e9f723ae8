import type { ToolDefinition } from '../../../tool/tool.js';
import { defineDialect, type GrammarDialect } from '../../define-dialect.js';
import type { DialectResult } from '../../dialect.js';
import { escapeMarkup, escapeMarkupText } from '../../markup.js';
import type { Body, BodyEnd, Opener } from '../../read/grammar.js';
import { type Reading, Stops } from '../../read/input.js';
import { toolCallJson } from '../hermes.js';
import { bareInvoke, invokeSection } from '../invoke/invoke-openers.js';
import { invokeTags } from '../invoke/invoke-value.js';
import { callEnds } from '../marks.js';
import { resultContent } from '../render-results.js';
import { startsWith } from '../starts.js';
import { argumentPairs } from '../tagged/glm.js';
import { nestedCall, writeNestedCalls } from '../tagged/nested-xml.js';
import { wrappedFunctions } from '../tagged/qwen3-coder.js';
import { afterCalls } from '../tools-prompt.js';
import { createEnvelope, lookAtInner, readInner } from './read-envelope.js';

const name = 'y_agent';
const invokes = {
  ...invokeTags,
  layout: 'wrapped',
  howTo: 'Write each argument as <parameter name="…">value</parameter>.',
} as const;

/** What stands in an envelope, in the order in which it is tried. */
const innerForms: readonly Opener[] = [
  nestedCall('tool_call'),
  wrappedFunctions({ open: '<tool_call>', close: '</tool_call>' }),
  // With the bars of DSML and without them it is one reader.
  invokeSection('<tool_call>', invokes),
  argumentPairs(false),
  toolCallJson(),
];

/** The tags of a call, and the tag of its result. */
const envelopes = [
  { call: 'tool_call', result: 'tool_result' },
  { call: 'longcat_tool_call', result: 'longcat_tool_result' },
  { call: 'function_calls', result: 'function_result' },
  { call: '｜DSML｜function_calls', result: '｜DSML｜tool_result' },
  { call: '|DSML|function_calls', result: '|DSML|tool_result' },
  { call: 'minimax:tool_call', result: 'minimax:tool_result' },
] as const;

const openers = envelopes.map(
  ({ call }): Opener => ({
    dialect: name,
    text: `<${call}>`,
    read: createEnvelope(`<${call}>`, innerForms),
  }),
);

/** Only what no other dialect reads: forms in envelopes that are not their own. */
const inAuto = openers.map(
  (opener): Opener => ({
    ...opener,
    starts: startsWith('<name>', '<function=', '<invoke ', '<｜DSML｜invoke ', '<|DSML|invoke ', '{'),
  }),
);

const minimaxClose = '</minimax:tool_call>';
const orphan: Opener = { ...bareInvoke('', { ...invokes, close: [minimaxClose] }), dialect: name };

/** Within a line, a call without its envelope counts only where the close of the envelope follows it. */
const inlineOrphan: Opener = { ...orphan, at: 'anywhere', common: true, read: readInlineOrphan };
const orphanStops = new Stops([minimaxClose, '<invoke', ...envelopes.map(({ call }) => `<${call}>`)]);

function* readInlineOrphan(body: Body): Reading<BodyEnd> {
  const { input, calls, tools } = body;
  const { text, stop } = yield* input.until(orphanStops);
  const inner = body.opener + text;
  const form = stop === minimaxClose ? lookAtInner(inner, innerForms, tools) : undefined;
  if (form === undefined) return 'text';
  input.at += minimaxClose.length;
  const end = readInner(body, form, inner);
  if (end === 'closed') calls.repair(`<minimax:tool_call> was missing before ${minimaxClose}.`);
  return end;
}

/** The tools as tags, and the form in which they are called. */
const renderEnvelopePrompt =
  (tag: string) =>
  (tools: readonly ToolDefinition[]): string => {
    const list = tools.map(({ name, description, parameters }) =>
      [
        '<tool>',
        `<name>${escapeMarkupText(name)}</name>`,
        `<description>${escapeMarkupText(description)}</description>`,
        `<parameters>${escapeMarkup(JSON.stringify(parameters))}</parameters>`,
        '</tool>',
      ].join('\n'),
    );
    return `# Tools

You can call the tools below. Each has a name, a description, and the JSON Schema of its arguments.
<tools>
${list.join('\n')}
</tools>

To call a tool, write this, outside of any code block:
<${tag}>
<name>NAME_OF_THE_TOOL</name>
<arguments>{"argument": "value"}</arguments>
</${tag}>

For several calls write several such blocks. ${afterCalls()}`;
  };

/** A block for each call, whose body is JSON: no text of a tool can end its block or open another one. */
const renderEnvelopeResults =
  (tag: string) =>
  (results: readonly DialectResult[]): string =>
    results
      .map(({ name, text, isError }) => {
        const head = `name="${escapeMarkupText(name).replaceAll('"', '&quot;')}" success="${!isError}"`;
        return `<${tag} ${head}>\n${escapeMarkup(resultContent(text))}\n</${tag}>`;
      })
      .join('\n');

/**
 * Any of five envelopes, and in each of them any of six forms. The dialects differ in the envelope in which calls and
 * results are shown to the model; each of them reads all.
 *
 * A quoted example is not run, unless whoever reads says that calls in code blocks are (`inCode`).
 */
function defineMixed(own: string, title: string, { call, result }: (typeof envelopes)[number]): GrammarDialect {
  return defineDialect({
    name: own,
    title,
    models: ['any model that y-agent prompts'],
    sample: `<${call}><name>FileRead</name><arguments>{"path":"a.txt"}</arguments></${call}>`,
    grammar: {
      openers: [...openers, orphan, inlineOrphan],
      dropped: callEnds,
      strays: envelopes.map((envelope) => `</${envelope.call}>`),
      results: envelopes.flatMap((envelope) => [`<${envelope.result}>`, `<${envelope.result} `]),
    },
    inAuto: own === name ? inAuto : [],
    renderPrompt: renderEnvelopePrompt(call),
    writeCalls: writeNestedCalls(call),
    renderResults: renderEnvelopeResults(result),
  });
}

export const mixedEnvelope = defineMixed(name, 'The five envelopes of y-agent, written as <tool_call>', envelopes[0]);
export const mixedLongcat = defineMixed('y_agent_longcat', 'The same, written as <longcat_tool_call>', envelopes[1]);
const mixedGeneric = defineMixed('y_agent_generic', 'The same, written as <function_calls>', envelopes[2]);
export const mixedDsml = defineMixed('y_agent_dsml', 'The same, written as <｜DSML｜function_calls>', envelopes[3]);
export const mixedMinimax = defineMixed('y_agent_minimax', 'The same, written as <minimax:tool_call>', envelopes[5]);

/** What else is read is the same: they differ in what they write. */
export const mixedEnvelopes = [mixedEnvelope, mixedLongcat, mixedGeneric, mixedDsml, mixedMinimax];
