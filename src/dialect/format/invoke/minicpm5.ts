import { parseTrusted } from '../../../base/trusted-json.js';
import { dereference } from '../../../schema/schema-types.js';
import { defineDialect } from '../../define-dialect.js';
import type { DialectCall, DialectProblem } from '../../dialect.js';
import { escapeMarkup } from '../../markup.js';
import type { AheadContext, Opener } from '../../read/grammar.js';
import { thinkTags } from '../hermes.js';
import { renderHermesResults } from '../hermes-render.js';
import { startsWith } from '../starts.js';
import { turnEnds } from '../turn-ends.js';
import { writeEach } from '../write-json-calls.js';
import { createInvokes } from './invoke-calls.js';
import type { InvokeFormat } from './invoke-format.js';
import { startsCall } from './invoke-openers.js';
import { membersOf, wrapped } from './write-invokes.js';

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
  (text): Opener => ({ dialect: name, text, at: 'anywhere', starts: startsFunction, read: createInvokes(format) }),
);

/** `<function name="…"><param name="…">…</param></function>`, one behind the other, with nothing around them. */
export const minicpm5 = defineDialect({
  name,
  title: '<function name="…"> with <param name="…">',
  entries: ['B12'],
  aliases: ['minicpm-5'],
  models: ['MiniCPM5'],
  sample: '<function name="save"><param name="code"><![CDATA[if (a<b) {}]]></param></function>',
  grammar: { openers, thoughts: thinkTags, dropped: turnEnds, results: ['<tool_response>'] },
  writeCalls,
  renderResults: (results) => [{ role: 'user', text: renderHermesResults(results) }],
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
  const schema = tools.schemaOf(tool);
  if (schema === undefined) return undefined;
  const { properties, additionalProperties, required } = dereference(schema, schema);
  const known = typeof properties === 'object' && properties !== null ? properties : {};
  const strange = keys.find((key) => !Object.hasOwn(known, key));
  if (strange !== undefined && properties !== undefined && (additionalProperties ?? false) === false) {
    return `the tool has no argument ${JSON.stringify(strange.slice(0, 64))}`;
  }
  const missing = (Array.isArray(required) ? required : []).find((key) => !keys.includes(String(key)));
  return missing === undefined ? undefined : `the argument ${JSON.stringify(missing)} is missing`;
}

function writeCalls(calls: readonly DialectCall[]): string | DialectProblem {
  return writeEach(
    calls,
    ({ name: tool, arguments: args }) => {
      const params = membersOf(args).map(({ key, json }) => `<param name="${key}">${written(json)}</param>`);
      return `<function name="${tool}">${params.join('')}</function>`;
    },
    '\n',
  );
}

/** A text that holds marks of XML stands in CDATA. */
function written(json: string): string {
  if (!json.startsWith('"')) return escapeMarkup(json);
  const text = String(parseTrusted(json));
  return /[<&\n]/.test(text) && !text.includes(']]>') ? `<![CDATA[${text}]]>` : wrapped(text);
}
