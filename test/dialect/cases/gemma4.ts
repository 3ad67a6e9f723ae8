import type { Case, DialectCases } from '../case.js';

const marked = (call: string): string => `<|tool_call>${call}<tool_call|>`;
const tools = [
  {
    name: 'park',
    parameters: {
      type: 'object',
      properties: {
        lot: { type: 'string' },
        hours: { type: 'integer' },
        tags: { type: 'array', items: { type: 'string' } },
      },
    },
  },
];

const written: Readonly<Record<string, Case>> = {
  'one call': {
    message: marked('call:park{lot:<|"|>B2<|"|>,hours:2,tags:[<|"|>ev<|"|>]}'),
    calls: ['park {"lot":"B2","hours":2,"tags":["ev"]}'],
  },
  'several, text before them': {
    message: `I do.${marked('call:park{hours:2}')}${marked('call:now{}')}<turn|>`,
    text: 'I do.',
    calls: ['park {"hours":2}', 'now {}'],
  },
  'thoughts before it': {
    message: `<|channel>thought\nWhere to?\n<channel|>${marked('call:now{}')}`,
    reasoning: 'Where to?',
    calls: ['now {}'],
  },
  'thoughts, then an answer': {
    message: '<|channel>thought\n<channel|>Hello.<turn|>',
    text: 'Hello.',
  },
  'values in values': {
    message: marked('call:set{a:{b:[1,true,{c:<|"|>d<|"|>}]},<|"|>e f<|"|>:-1.50}'),
    calls: ['set {"a":{"b":[1,true,{"c":"d"}]},"e f":-1.50}'],
  },
  'marks of the format in a string': {
    message: marked('call:say{text:<|"|>{a}, "b": \'c\'\n<tool_call|> <|tool_call>call:x{}<|"|>}'),
    calls: ['say {"text":"{a}, \\"b\\": \'c\'\\n<tool_call|> <|tool_call>call:x{}"}'],
  },
  'the token behind which results come': {
    message: `${marked('call:now{}')}<|tool_response>`,
    calls: ['now {}'],
  },
  'typed by the schema': {
    tools,
    message: marked('call:park{lot:12,hours:3}'),
    calls: ['park {"lot":"12","hours":3}'],
    problems: ['call-repaired: 12 was put in quotes'],
  },
};

const repaired: Readonly<Record<string, Case>> = {
  'a string without an end': {
    message: marked('call:park{hours:2,lot:<|"|>B2}'),
    calls: ['park {"hours":2,"lot":"B2"}'],
    problems: ['call-repaired: a string had no'],
  },
  'no brace at its end': {
    message: marked('call:park{lot:<|"|>B2<|"|>'),
    calls: ['park {"lot":"B2"}'],
    problems: ['call-repaired: a } was missing'],
  },
  'other quotes': {
    message: marked(`call:park{lot:'B2, it's "far"',tags:["ev"]}`),
    calls: [`park {"lot":"B2, it's \\"far\\"","tags":["ev"]}`],
    problems: ["call-repaired: ' was read as"],
  },
  'text without quotes': {
    tools,
    message: marked('call:park{lot:north side, level 2,hours:2}'),
    calls: ['park {"lot":"north side, level 2","hours":2}'],
    problems: ['call-repaired: text without quotes'],
  },
  'its end twice': {
    message: `${marked('call:now{}')}<tool_call|>`,
    calls: ['now {}'],
    problems: ['call-repaired: closes nothing'],
  },
  'no end': {
    message: '<|tool_call>call:now{}',
    calls: ['now {}'],
    problems: ['call-repaired: <tool_call|> was missing'],
  },
  'thoughts that never end': {
    message: `<|channel>thought\nI look.\n${marked('call:now{}')}`,
    reasoning: 'I look.',
    calls: ['now {}'],
    problems: ['call-repaired: never closed'],
  },
  'a close of thoughts at the end': { message: 'Hello.\n<channel|><turn|>', text: 'Hello.' },
  'the tokens lost': {
    tools,
    message: 'call:park{lot:B2,hours:2}\n',
    calls: ['park {"lot":"B2","hours":2}'],
    problems: ['call-repaired: tokens around it'],
  },
};

const notRun: Readonly<Record<string, Case>> = {
  'the shape at the start of a sentence': {
    tools,
    message: 'call:park{} is the shortest form.',
    text: 'call:park{} is the shortest form.',
  },
  'cut off in a string': {
    message: '<|tool_call>call:park{lot:<|"|>B',
    text: '<|tool_call>call:park{lot:<|"|>B',
    problems: ['call-rejected: a string does not end'],
  },
  'cut off behind a value': {
    message: '<|tool_call>call:park{lot:<|"|>B2<|"|>,',
    text: '<|tool_call>call:park{lot:<|"|>B2<|"|>,',
    problems: ['call-rejected'],
  },
  'text without quotes where a number is wanted': {
    tools,
    message: marked('call:park{hours:a, b}'),
    text: marked('call:park{hours:a, b}'),
    problems: ['call-rejected: cannot be read'],
  },
  'a key that is not accepted': {
    message: marked('call:park{a:{__proto__:{b:1}}}'),
    text: marked('call:park{a:{__proto__:{b:1}}}'),
    problems: ['call-rejected: __proto__'],
  },
  'in thoughts': {
    message: `<|channel>thought\nPerhaps ${marked('call:now{}')}?<channel|>No.`,
    reasoning: `Perhaps ${marked('call:now{}')}?`,
    text: 'No.',
    problems: ['call-ignored'],
  },
  'the shape in a sentence': {
    tools,
    message: 'I would call:park{lot:B2} there.',
    text: 'I would call:park{lot:B2} there.',
  },
};

export const gemma4: DialectCases = { dialect: 'gemma4', written, repaired, notRun };
