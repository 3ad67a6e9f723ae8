import type { DialectCases } from '../case.js';

const model = '<|message_model|>';
const end = '<|end_message|>';
const call = (json: string, header = ''): string => `${model}${header}<|content_invoke_tool_json|>${json}${end}`;
const think = (text: string): string => `${model}<|content_thinking|>${text}${end}`;
const say = (text: string): string => `${model}<|content_text|>${text}${end}`;
const hop = '{"name":"hop","args":{"n":2}}';

export const inkling: DialectCases = {
  dialect: 'inkling',
  written: {
    'one call': { message: call(hop), calls: ['hop {"n":2}'] },
    'the name in the header': { message: call(hop, 'hop'), calls: ['hop {"n":2}'] },
    'the header begun by the prompt': {
      message: `hop<|content_invoke_tool_json|>${hop}${end}`,
      tools: [{ name: 'hop' }],
      calls: ['hop {"n":2}'],
    },
    'reasoning, words and calls in any order': {
      message: `${think('One.')}${say('I hop.')}${call(hop)}${think('Two.')}${call('{"args": {"n": 10.0}, "name": "skip"}')}<|content_model_end_sampling|>`,
      reasoning: 'One.\nTwo.',
      text: 'I hop.',
      calls: ['hop {"n":2}', 'skip {"n": 10.0}'],
    },
    'a block begun by the prompt': {
      message: `<|content_thinking|>Check.${end}${say('Done.')}`,
      reasoning: 'Check.',
      text: 'Done.',
    },
    'words behind a call': { message: `${call(hop)}${say('There.')}`, text: 'There.', calls: ['hop {"n":2}'] },
    'ends of blocks in strings': {
      message: call(`{"name":"hop","args":{"s":"${end}${model}"}}`),
      calls: [`hop {"s":"${end}${model}"}`],
    },
    'a block ended by the end of sampling': {
      message: `${model}<|content_invoke_tool_json|>${hop}<|content_model_end_sampling|>`,
      calls: ['hop {"n":2}'],
    },
    'text for a tool': {
      message: `${model}shell<|content_invoke_tool_text|>ls -l${end}`,
      tools: [{ name: 'shell' }],
      calls: ['shell {"text":"ls -l"}'],
    },
    'reasoning that the prompt has opened': {
      message: `Check.${end}${call(hop)}`,
      thinking: 'open',
      reasoning: 'Check.',
      calls: ['hop {"n":2}'],
    },
  },
  repaired: {
    'the name right behind words': {
      message: `I hop.hop<|content_invoke_tool_json|>${hop}`,
      tools: [{ name: 'hop' }],
      text: 'I hop.',
      calls: ['hop {"n":2}'],
      problems: ['call-repaired: <|end_message|> was missing'],
      // There the name stays in the text.
      auto: 'other',
    },
    'no end at the end': {
      message: `${model}<|content_invoke_tool_json|>${hop}`,
      calls: ['hop {"n":2}'],
      problems: ['call-repaired: <|end_message|> was missing'],
    },
    'no end of the reasoning': {
      message: `${model}<|content_thinking|>Hop.<|content_invoke_tool_json|>${hop}${end}`,
      reasoning: 'Hop.',
      calls: ['hop {"n":2}'],
    },
    'arguments for args': {
      message: call('{"name":"hop","arguments":{"n":2}}'),
      calls: ['hop {"n":2}'],
      problems: ['call-repaired: "arguments" was read as "args"'],
    },
  },
  notRun: {
    'JSON that was cut off': {
      message: `${call(hop)}${model}<|content_invoke_tool_json|>{"name":"skip","args":{"n"`,
      text: `${model}<|content_invoke_tool_json|>{"name":"skip","args":{"n"`,
      calls: ['hop {"n":2}'],
      problems: ['call-rejected: the message ended in the middle'],
    },
    'no name, beside a good call': {
      message: `${call('{"args":{}}')}${call(hop)}`,
      text: call('{"args":{}}'),
      calls: ['hop {"n":2}'],
      problems: ['call-rejected: no "name"'],
    },
    'text for no tool': { message: `${model}<|content_invoke_tool_text|>ls -l${end}`, text: 'ls -l' },
    'a call in reasoning': {
      message: `${think('Perhaps `<|content_invoke_tool_json|>` or <tool_call>{"name":"a","arguments":{}}</tool_call>.')}${say('No.')}`,
      reasoning: 'Perhaps `<|content_invoke_tool_json|>` or <tool_call>{"name":"a","arguments":{}}</tool_call>.',
      text: 'No.',
    },
    'a header that was cut off': { message: `${say('Hi.')}${model}`, text: 'Hi.' },
    'a result the model made up': {
      message: `${call(hop)}<|message_tool|>hop<|content_text|>"x"${end}`,
      calls: ['hop {"n":2}'],
      problems: ['result-ignored'],
    },
  },
};
