import { defined } from '../../base/defined.js';
import { defineDialect } from '../define-dialect.js';
import type { Opener } from '../read/grammar.js';
import type { CallKeys } from '../value/named-call.js';
import { createJsonCalls } from './json-calls.js';
import { answerEnds } from './marks.js';
import { bareCalls, turnHeader } from './message-start.js';
import { taggedResults } from './render-results.js';
import { startsBehind, startsCalls, startsWithAll } from './starts.js';
import { toolCallYaml } from './tool-tag/yaml-calls.js';
import { hermesPrompt } from './tools-prompt.js';
import { taggedObjects } from './write-calls.js';

export interface ToolCallJsonOptions {
  /** The tag; `tool_call` by default. */
  readonly tag?: string;
  readonly keys?: CallKeys;
}

/** `<tool_call>` with JSON behind it. */
export function toolCallJson({ tag = 'tool_call', keys }: ToolCallJsonOptions = {}): Opener {
  const [start, end] = [`<${tag}>`, `</${tag}>`];
  const read = createJsonCalls({
    close: [end],
    wrongClose: ['</think>'],
    next: [start, ...answerEnds],
    ...defined({ keys }),
    howTo: howTo(tag),
  });
  return {
    text: start,
    starts: startsBehind(start, startsCalls('object', 'list', 'fence', 'text')),
    *read(body) {
      while ((yield* body.input.takesBehindSpace([start])) !== undefined)
        body.calls.repair(`A ${start} too many was left out.`);
      return yield* read(body);
    },
  };
}

const howTo = (tag: string): string =>
  `Write each call as <${tag}>, one JSON object with "name" and "arguments", </${tag}>.`;

/** The object alone, where the opening tag was left out: it has to be all of the message, but for the closing tag. */
const readUntagged = createJsonCalls({
  close: ['</tool_call>'],
  next: answerEnds,
  several: true,
  howTo: howTo('tool_call'),
});

const tagged = toolCallJson();
/** Some wrap the calls once more. */
const wrapper: Opener = {
  text: '<tool_calls>',
  at: 'line',
  starts: startsWithAll('<tool_call>', '{'),
  *read({ input, calls }) {
    yield* input.space();
    calls.repair('A <tool_calls> around the calls was left out.');
    return 'closed';
  },
};
const header = turnHeader('<|im_start|>assistant');

/**
 * `<tool_call>{"name": …, "arguments": {…}}</tool_call>`, results in `<tool_response>`, reasoning in `<think>`: what
 * Hermes, Qwen and many other open models were trained on.
 */
export const hermes = defineDialect({
  name: 'hermes',
  title: 'JSON in <tool_call>',
  entries: ['A1'],
  aliases: ['reka_edge', 'trinity', 'qwen', 'qwen25', 'qwen2.5', 'qwen3', 'hermes_2_pro'],
  models: ['Hermes 2 Pro', 'Hermes 3', 'Qwen2.5', 'QwQ', 'Qwen3'],
  sample: '<tool_call>\n{"name": "find_train", "arguments": {"to": "Lyon", "seats": 2}}\n</tool_call>',
  grammar: {
    openers: [tagged, toolCallYaml, wrapper, header, bareCalls('object', readUntagged)],
    strays: ['</tool_call>', '</tool_calls>'],
    results: ['<tool_response>', '<|im_start|>'],
  },
  inAuto: [tagged, wrapper, header],
  renderPrompt: hermesPrompt,
  writeCalls: taggedObjects(),
  renderResults: taggedResults(),
});
