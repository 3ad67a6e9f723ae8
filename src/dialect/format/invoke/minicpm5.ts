import { defineDialect } from '../../define-dialect.js';
import { escapeMarkup } from '../../markup.js';
import type { AheadContext, Opener } from '../../read/grammar.js';
import { taggedResults } from '../render-results.js';
import { startsWith } from '../starts.js';
import { eachCall, type Member, membersOf } from '../write-calls.js';
import { createInvokes } from './invoke-calls.js';
import { startsCall } from './invoke-openers.js';
import type { InvokeFormat } from './invoke-value.js';
import { wrapped } from './write-invokes.js';

const name = 'minicpm5';

const format: InvokeFormat = {
  call: ['function', 'functionname'],
  parameter: ['param', 'paramname', 'parameter', 'parametername'],
  close: [],
  layout: 'wrapped',
  cdata: true,
  check: checkCall,
  howTo: [
    'Write each call as <function name="…">, a <param name="…">value</param> for each argument, </function>.',
    'A value that holds tags stands in <![CDATA[…]]>.',
  ].join(' '),
};

/** Also as a tokenizer leaves it: without the space, or with the mark of one. */
const openers = ['<function name', '<functionname', '<functionĠname'].map(
  (text): Opener => ({ text, starts: startsFunction, read: createInvokes(format) }),
);

/** `<function name="…"><param name="…">…</param></function>`, one behind the other, with nothing around them. */
export const minicpm5 = defineDialect({
  name,
  title: '<function name="…"> with <param name="…">',
  entries: ['B12'],
  aliases: ['minicpm-5'],
  models: ['MiniCPM5'],
  sample: '<function name="save"><param name="code"><![CDATA[if (a<b) {}]]></param></function>',
  grammar: { openers, results: ['<tool_response>'] },
  writeCalls: eachCall(
    ({ name: tool, arguments: args }) => {
      const params = membersOf(args).map((member) => `<param name="${member.key}">${written(member)}</param>`);
      return `<function name="${tool}">${params.join('')}</function>`;
    },
    { join: '\n' },
  ),
  renderResults: taggedResults(),
});

/** Other XML may have functions with names: it is a call only of a known tool, or with arguments as only calls have. */
function startsFunction(ahead: string, context: AheadContext): boolean | undefined {
  const known = startsCall(['<param name=', '</function>'])(ahead, context);
  if (known !== false || !context.tools.told) return known;
  const end = ahead.search(/[<>]/);
  return ahead.charAt(end) === '>' ? startsWith('<param name=')(ahead.slice(end + 1), context) : false;
}

/** Such a call is one only when it fits what was offered. */
function checkCall(
  { name: tool, keys }: Parameters<NonNullable<InvokeFormat['check']>>[0],
  tools: Parameters<NonNullable<InvokeFormat['check']>>[1],
): string | undefined {
  if (!tools.told) return undefined;
  if (!tools.has(tool)) return `there is no tool of this name`;
  const { properties, additionalProperties, required } = tools.shapeOf(tool) ?? {};
  const known = typeof properties === 'object' && properties !== null ? properties : {};
  const strange = keys.find((key) => !Object.hasOwn(known, key));
  if (strange !== undefined && properties !== undefined && (additionalProperties ?? false) === false) {
    return `the tool has no argument ${JSON.stringify(strange.slice(0, 64))}`;
  }
  const missing = (Array.isArray(required) ? required : []).find((key) => !keys.includes(String(key)));
  return missing === undefined ? undefined : `the argument ${JSON.stringify(missing)} is missing`;
}

/** A text that holds marks of XML stands in CDATA. */
function written({ text, value }: Member): string {
  if (typeof value !== 'string') return escapeMarkup(text);
  return /[<&\n]/.test(text) && !text.includes(']]>') ? `<![CDATA[${text}]]>` : wrapped(text);
}
