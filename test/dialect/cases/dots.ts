import type { Case, DialectCases } from '../case.js';

const block = (inner: string): string => `<dots_function_call>\n${inner}\n</dots_function_call>`;
const pin = '<invoke name="pin">\n<parameter name="id">88</parameter>\n</invoke>';
const tools = [
  {
    name: 'pin',
    parameters: {
      type: 'object',
      properties: {
        id: { type: 'integer' },
        place: { $ref: '#/$defs/Place' },
        note: { anyOf: [{ type: 'null' }, { type: 'string' }] },
      },
      $defs: { Place: { type: 'object', properties: { city: { type: 'string' } } } },
    },
  },
];

const written: Readonly<Record<string, Case>> = {
  'one call': { message: `ok${block(pin)}`, tools, text: 'ok', calls: ['pin {"id":88}'] },
  'a schema by reference': {
    message: block(
      '<invoke name="pin"><parameter name="place">{"city": "Shanghai"}</parameter><parameter name="note">null</parameter></invoke>',
    ),
    tools,
    calls: ['pin {"place":{"city": "Shanghai"},"note":null}'],
  },
  'several calls in a block, several blocks': {
    message: `${block(`${pin}${pin}`)}\n${block('<invoke name="list"></invoke>')}`,
    calls: ['pin {"id":"88"}', 'pin {"id":"88"}', 'list {}'],
  },
  'a JSON body': {
    message: block('{"name": "pin", "arguments": {"id": 88, "note": "</dots_function_call>"}}'),
    calls: ['pin {"id": 88, "note": "</dots_function_call>"}'],
  },
  'reasoning first': {
    message: `<think>\nHm\n</think>\n\n${block(pin)}`,
    tools,
    reasoning: 'Hm',
    calls: ['pin {"id":88}'],
  },
};

const repaired: Readonly<Record<string, Case>> = {
  'the mark of the end of a turn': { message: `${block(pin)}<|im_end|>`, tools, calls: ['pin {"id":88}'] },
  'the opening tag twice': {
    message: `<dots_function_call>${block(pin)}`,
    tools,
    calls: ['pin {"id":88}'],
    problems: ['call-repaired: stood twice'],
  },
  'names without quotes': {
    message: block("<invoke name=pin><parameter name='id'>88</parameter></invoke>"),
    tools,
    calls: ['pin {"id":88}'],
    problems: ['call-repaired: without quotes'],
  },
  'a bad block, then a good one': {
    message: `${block('{"name": "", "arguments": {}}')}\n${block(pin)}`,
    tools,
    text: block('{"name": "", "arguments": {}}'),
    calls: ['pin {"id":88}'],
    problems: ['call-rejected: names a tool'],
  },
  'JSON without a close': {
    message: '<dots_function_call>{"name": "pin", "arguments": {"id": 1}}',
    calls: ['pin {"id": 1}'],
    problems: ['call-repaired: was missing at the end'],
  },
};

const notRun: Readonly<Record<string, Case>> = {
  'half an opening tag': { message: 'Then <dots_function_c', text: 'Then <dots_function_c' },
  'cut JSON': {
    message: '<dots_function_call>{"name": "pin", "arguments": {"id": 1',
    text: '<dots_function_call>{"name": "pin", "arguments": {"id": 1',
    problems: ['call-rejected: ended in the middle'],
  },
  'cut between arguments': {
    message: '<dots_function_call><invoke name="pin"><parameter name="id">88</parameter>',
    tools,
    text: '<dots_function_call><invoke name="pin"><parameter name="id">88</parameter>',
    problems: ['call-rejected: ended in the middle'],
  },
  'in a fence': {
    message: `As in\n\`\`\`\n${block(pin)}\n\`\`\`\nsee?`,
    tools,
    text: `As in\n\`\`\`\n${block(pin)}\n\`\`\`\nsee?`,
    problems: ['call-ignored'],
  },
};

export const dots: DialectCases = { dialect: 'dots', written, repaired, notRun };
