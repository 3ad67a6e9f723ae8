import { defineDialect } from '../../define-dialect.js';
import type { AheadContext } from '../../read/grammar.js';
import { usualKeys } from '../../value/named-call.js';
import { createJsonCalls } from '../json-calls.js';
import { answerEnds } from '../marks.js';
import { bareCalls, turnHeader } from '../message-start.js';
import { namedResults } from '../render-results.js';
import { callObject, eachCall } from '../write-calls.js';

const open = '<|action_start|>';
const kind = '<|plugin|>';
const close = '<|action_end|>';

const keys = {
  ...usualKeys,
  arguments: ['parameters', ...usualKeys.arguments.filter((key) => key !== 'parameters')],
  also: ['arguments'],
};
const common = {
  keys,
  howTo: `Write each call as ${open}${kind}, one JSON object with "name" and "parameters", ${close}.`,
} as const;
const readAction = createJsonCalls({ ...common, close: [close], next: [open, ...answerEnds] });
const readBare = createJsonCalls({ ...common, close: [close], selfClosing: true, several: true });

/** `<|action_start|><|plugin|>` and a JSON object with `parameters`. */
export const internlm2 = defineDialect({
  name: 'internlm2',
  title: 'JSON between <|action_start|><|plugin|> and <|action_end|>',
  entries: ['A13'],
  aliases: ['internlm', 'interns1', 'intern_s1', 'internlm2_5'],
  models: ['internlm2_5-chat', 'InternLM3', 'Intern-S1'],
  sample: '<|action_start|><|plugin|>{"name": "read_page", "parameters": {"page": 4}}<|action_end|>',
  grammar: {
    openers: [
      {
        text: open,
        starts: startsAction,
        *read(body) {
          yield* body.input.takesBehindSpace([kind]);
          const words = yield* body.input.takeWhile(isWords);
          if (words.trim() !== '') body.calls.repair(`Words before the JSON of a call were left out.`);
          return yield* readAction(body);
        },
      },
      turnHeader('<|im_start|>assistant'),
      bareCalls('object', readBare),
    ],
    strays: [close],
    results: ['<|im_start|>'],
  },
  writeCalls: eachCall((call) => `${open}${kind}\n${callObject(call, ['name', 'parameters'])}${close}`, { join: '\n' }),
  renderResults: namedResults,
});

/** Whether `<|plugin|>` and JSON follow; its models write a few words before the JSON at times. */
function startsAction(ahead: string, { ended }: AheadContext): boolean | undefined {
  const rest = ahead.trimStart();
  if (!rest.startsWith(kind)) return !ended && kind.startsWith(rest) ? undefined : false;
  const body = rest.slice(kind.length).trimStart();
  const words = maxWords.exec(body)?.[0].length ?? 0;
  if (words === body.length) return ended ? false : undefined;
  return body.charAt(words) === '{' || (words === 0 && '[`'.includes(body.charAt(0)));
}

const maxWords = /^[^{}[\]<>`]{0,64}/;
const isWords = (code: number): boolean => !'{[`<'.includes(String.fromCharCode(code));
