import { defined } from '../../../base/defined.js';
import { defineDialect } from '../../define-dialect.js';
import { escapeMarkup } from '../../markup.js';
import type { AheadContext, Opener, Place } from '../../read/grammar.js';
import { resultOrError } from '../render-results.js';
import { startsMatching } from '../starts.js';
import { eachCall } from '../write-calls.js';
import { harmonyEnds, readHarmonyMessage as read } from './harmony-message.js';
import { toIdentifiers } from './harmony-names.js';
import { renderHarmonyPrompt } from './harmony-prompt.js';
import { startsChannel, startsHeaderOf } from './harmony-starts.js';
import { createStripped, startsStrippedCall } from './harmony-stripped.js';

const analysis = '<|start|>assistant<|channel|>analysis<|message|>';

/** A header that the prompt has begun, up to its `<|message|>`. */
const begunHeader = (ahead: string, { ended }: AheadContext): boolean | undefined => {
  const end = ahead.search(/<\|(?:message|channel|constrain)\|>/);
  if (end !== -1) return !/[\n{]/.test(ahead.slice(0, end));
  return ended || /[\n{]/.test(ahead) ? false : undefined;
};

const openers: readonly Opener[] = [
  { text: analysis, read },
  { text: '<|start|>', starts: startsHeaderOf('harmony'), read },
  { text: '<|channel|>', starts: startsChannel, read },
  { text: 'to=functions.', at: 'line', starts: begunHeader, read },
  ...['analysis', 'commentary', 'final'].map(
    (channel): Opener => ({ text: `${channel}<|message|>`, at: 'start', read }),
  ),
  { text: 'commentary to=', at: 'line', starts: begunHeader, read },
];

const words = (at: Place, texts: readonly string[], starts?: Opener['starts'], sure = false): readonly Opener[] =>
  texts.map((text) => ({ text, at, ...defined({ starts }), read: createStripped({ sure }) }));

/** What is left where a server has taken the special tokens out. */
const stripped: readonly Opener[] = [
  ...words('start', ['assistantanalysis', 'assistantfinal', 'assistantcommentary'], undefined, true),
  ...words('start', ['commentary to=functions.'], startsStrippedCall('functions.')),
  ...words(
    'anywhere',
    ['assistantcommentary to=functions.', 'assistant to=functions.'],
    startsStrippedCall('functions.'),
  ),
];

/**
 * The channels of gpt-oss: `analysis` is reasoning, `final` is the answer, and a message to `functions.NAME` is a call.
 * The prompt has already written `<|start|>assistant`, and a server may stop at `<|call|>` without showing it.
 */
export const harmony = defineDialect({
  name: 'harmony',
  title: 'JSON to functions.NAME in harmony channels',
  entries: ['A24'],
  aliases: ['gpt_oss', 'gpt-oss', 'gptoss', 'openai'],
  models: ['gpt-oss-20b', 'gpt-oss-120b'],
  sample:
    '<|channel|>analysis<|message|>I look it up.<|end|><|start|>assistant<|channel|>commentary ' +
    'to=functions.find_train <|constrain|>json<|message|>{"to":"Lyon","seats":2}<|call|>',
  grammar: {
    openers: [
      ...openers,
      ...stripped,
      ...words('start', ['analysis'], startsMatching(/^[A-Za-z\d"'*(\n\u00c0-\uffff]/, /^$/), true),
      ...words('start', ['final'], startsMatching(/^[A-Z*#\u3040-\u9fff]/, /^$/), true),
    ],
    thoughts: [
      { open: analysis, close: '<|end|>', at: 'anywhere' },
      { open: analysis, close: '<|end|><|start|>assistant', at: 'anywhere' },
    ],
    dropped: [...harmonyEnds, '<|endoftext|>'],
    results: ['<|start|>functions.'],
  },
  inAuto: [...openers, ...stripped, ...words('start', ['analysis'], startsMatching(/^[A-Z\u3040-\u9fff]/, /^$/))],
  renderPrompt: renderHarmonyPrompt,
  writeCalls: (calls, { tools = [] }) => {
    const identifiers = toIdentifiers(tools.map(({ name }) => name));
    return eachCall(
      ({ name, arguments: args }) =>
        `<|start|>assistant<|channel|>commentary to=functions.${identifiers.get(name) ?? name} ` +
        `<|constrain|>json<|message|>${escapeMarkup(args)}<|call|>`,
    )(calls);
  },
  renderResults: (results) =>
    results.map(
      (result) =>
        `<|start|>functions.${escapeName(result.name)} to=assistant<|channel|>commentary<|message|>${resultOrError(result)}<|end|>`,
    ),
});

const escapeName = (name: string): string => name.replace(/[^\w.$-]/g, '_');
