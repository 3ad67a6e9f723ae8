import { defineDialect, type GrammarDialect } from '../../define-dialect.js';
import { escapeMarkup } from '../../markup.js';
import type { Body, BodyEnd, Opener } from '../../read/grammar.js';
import { type Reading, Stops } from '../../read/input.js';
import { thinkTags, toolCallJson } from '../hermes.js';
import { invokeTags } from '../invoke/invoke-format.js';
import { bareInvoke, invokeSection } from '../invoke/invoke-openers.js';
import { callEnds } from '../python/python-calls.js';
import { startsWith } from '../starts.js';
import { glm45 } from '../tagged/glm.js';
import { nestedXml } from '../tagged/nested-xml.js';
import { wrappedFunctions } from '../tagged/qwen3-coder.js';
import { writeEach } from '../write-json-calls.js';
import { lookAtInner, readInner } from './inner-calls.js';
import { createEnvelope } from './read-envelope.js';
import { renderEnvelopePrompt, renderEnvelopeResults } from './write-envelope.js';

const name = 'y_agent';
const invokes = {
  ...invokeTags,
  layout: 'wrapped',
  howTo: 'Write each argument as <parameter name="…">value</parameter>.',
} as const;
const isInner = ({ text }: Opener): boolean => text === '<tool_call>';

/** What stands in an envelope, in the order in which it is tried. */
const innerForms: readonly Opener[] = [
  ...nestedXml.grammar.openers.filter(isInner).slice(0, 1),
  wrappedFunctions(name, { open: '<tool_call>', close: '</tool_call>' }),
  // With the bars of DSML and without them it is one reader.
  invokeSection(name, '<tool_call>', invokes),
  ...glm45.grammar.openers.filter(isInner).slice(-1),
  toolCallJson(name),
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
    at: 'anywhere',
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
const orphan = bareInvoke(name, '', { ...invokes, close: [minimaxClose] });

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

/**
 * The dialects of y-agent: any of five envelopes, and in each of them any of six forms. They differ in the envelope in
 * which calls and results are shown to the model; each of them reads all.
 *
 * y-agent also reads calls in code blocks. Here a quoted example is not run, whatever the dialect, unless whoever reads
 * says that it shall be (`inCode`), as the profile of y-agent does. What was not run is reported.
 */
function defineMixed(own: string, title: string, { call, result }: (typeof envelopes)[number]): GrammarDialect {
  return defineDialect({
    name: own,
    title,
    models: ['any model that y-agent prompts'],
    sample: `<${call}><name>FileRead</name><arguments>{"path":"a.txt"}</arguments></${call}>`,
    grammar: {
      openers: [...openers, orphan, inlineOrphan],
      thoughts: thinkTags,
      dropped: callEnds,
      strays: envelopes.map((envelope) => `</${envelope.call}>`),
      results: envelopes.flatMap((envelope) => [`<${envelope.result}>`, `<${envelope.result} `]),
    },
    inAuto: own === name ? inAuto : [],
    renderPrompt: (tools) => renderEnvelopePrompt(tools, call),
    writeCalls: (calls) =>
      writeEach(
        calls,
        ({ name: tool, arguments: args }) =>
          `<${call}>\n<name>${tool}</name>\n<arguments>${escapeMarkup(args)}</arguments>\n</${call}>`,
        '\n',
      ),
    renderResults: (results) => [{ role: 'user', text: renderEnvelopeResults(results, result) }],
  });
}

export const mixedEnvelope = defineMixed(name, 'The five envelopes of y-agent, written as <tool_call>', envelopes[0]);
export const mixedLongcat = defineMixed('y_agent_longcat', 'The same, written as <longcat_tool_call>', envelopes[1]);
export const mixedGeneric = defineMixed('y_agent_generic', 'The same, written as <function_calls>', envelopes[2]);
export const mixedDsml = defineMixed('y_agent_dsml', 'The same, written as <｜DSML｜function_calls>', envelopes[3]);
export const mixedMinimax = defineMixed('y_agent_minimax', 'The same, written as <minimax:tool_call>', envelopes[5]);
